// Mistake: clears the word after reading it, so the second look finds nothing.
// Verdict: failed
// Caught by: Ex2_3.LookingBackChangesNothing
// Message: asked twice
// [exercise 2.3]
char* const word = const_cast<char*>(static_cast<const char*>(payload)) - kWordBytes;
void* original = nullptr;
std::memcpy(&original, word, kWordBytes);
std::memset(word, 0, kWordBytes);
return original;
// [end 2.3]
