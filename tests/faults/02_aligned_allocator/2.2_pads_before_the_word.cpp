// Mistake: aligns the original first, and then finds no room for the word.
// Verdict: failed
// Caught by: Ex2_2.TakesTheLowestPlaceThatLeavesRoomForTheWord
// Message: no room for the word
// [exercise 2.2b]
const auto address = reinterpret_cast<std::uintptr_t>(original);
char* const payload = static_cast<char*>(original) + PaddingTo(address, AtLeastAWord(alignment));
std::memcpy(payload - kWordBytes, &original, kWordBytes);
return payload;
// [end 2.2b]
