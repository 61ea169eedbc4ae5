// Mistake: writes the address of the word into the word.
// Verdict: failed
// Caught by: Ex2_2.KeepsTheOriginalInTheWordBeforeThePayload
// Message: does not hold the original
// [exercise 2.2b]
char* const after_word = static_cast<char*>(original) + kWordBytes;
const auto address = reinterpret_cast<std::uintptr_t>(after_word);
char* const payload = after_word + PaddingTo(address, AtLeastAWord(alignment));
const char* const word = payload - kWordBytes;
std::memcpy(payload - kWordBytes, &word, kWordBytes);
return payload;
// [end 2.2b]
