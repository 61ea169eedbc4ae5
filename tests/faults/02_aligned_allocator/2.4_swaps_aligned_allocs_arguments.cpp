// Mistake: passes size and alignment in the order in which they came.
// Verdict: failed
// Caught by: Ex2_4.AlignedAllocGetsAlignmentAndSizeInPlace
// Message: the alignment that aligned_alloc was asked for
// [exercise 2.4b]
if (!IsPowerOfTwo(alignment)) return nullptr;
const std::optional<std::size_t> rounded = AlignUp(bytes, alignment);
return rounded ? std::aligned_alloc(*rounded, alignment) : nullptr;
// [end 2.4b]
