// Mistake: moves a fixed distance up, as if the source always returned multiples of the alignment.
// Verdict: failed
// Caught by: Ex2_2.AlignsThePayloadWhateverAddressComesBack
// Message: is not a multiple of
// [exercise 2.2b]
char* const payload = static_cast<char*>(original) + AtLeastAWord(alignment);
std::memcpy(payload - kWordBytes, &original, kWordBytes);
return payload;
// [end 2.2b]
