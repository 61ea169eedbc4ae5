// Mistake: zeroes everything in front of the payload, then runs one word too far.
// Verdict: failed
// Caught by: Ex2_2.WritesNothingButTheWord
// Message: was written
// [exercise 2.2b]
char* const after_word = static_cast<char*>(original) + kWordBytes;
const auto address = reinterpret_cast<std::uintptr_t>(after_word);
char* const payload = after_word + PaddingTo(address, AtLeastAWord(alignment));
std::memset(original, 0,
            static_cast<std::size_t>(payload - static_cast<char*>(original)) + kWordBytes);
std::memcpy(payload - kWordBytes, &original, kWordBytes);
return payload;
// [end 2.2b]
