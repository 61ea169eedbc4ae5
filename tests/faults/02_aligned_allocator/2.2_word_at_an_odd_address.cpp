// Mistake: takes a small alignment as it is, so the word can lie at an odd address.
// Verdict: failed
// Caught by: Ex2_2.ServesAlignmentsBelowAWordAsAWord
// Message: must lie aligned itself
// [exercise 2.2b]
char* const after_word = static_cast<char*>(original) + kWordBytes;
const auto address = reinterpret_cast<std::uintptr_t>(after_word);
char* const payload = after_word + PaddingTo(address, alignment);
std::memcpy(payload - kWordBytes, &original, kWordBytes);
return payload;
// [end 2.2b]
