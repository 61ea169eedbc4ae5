// Mistake: gives every element a line, not every array.
// Verdict: failed
// Caught by: Ex2_8.AnArrayOfItsOwnHasNoGaps
// Message: elements of 4 B
// [exercise 2.8b]
std::uintptr_t begin = base;
for (std::size_t i = 0; i < field; ++i) begin += *AlignUp(count * fields_bytes[i], kCacheLineBytes);
return {begin, fields_bytes[field], {{count, kCacheLineBytes}}};
// [end 2.8b]
