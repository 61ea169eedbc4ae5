// Mistake: pads to a line of the machine instead of counting from the base.
// Verdict: failed
// Caught by: Ex2_8.ArraysArePaddedFromTheBaseEvenWhenItIsNotAligned
// Message: kBase + 8
// [exercise 2.8b]
std::uintptr_t begin = base;
for (std::size_t i = 0; i < field; ++i) {
  begin += count * fields_bytes[i];
  begin += PaddingTo(begin, kCacheLineBytes);
}
return {begin, fields_bytes[field], {{count, fields_bytes[field]}}};
// [end 2.8b]
