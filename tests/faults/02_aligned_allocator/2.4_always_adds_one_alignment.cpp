// Mistake: rounds up by division and adds one alignment too many.
// Verdict: failed
// Caught by: Ex2_4.AlignedAllocGetsAMultipleOfTheAlignment
// Message: wants a multiple of the alignment, the next
// [exercise 2.4b]
if (!IsPowerOfTwo(alignment) || !AlignUp(bytes, alignment)) return nullptr;
return std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
// [end 2.4b]
