// Mistake: forgets that aligned_alloc wants a multiple of the alignment.
// Verdict: failed
// Caught by: Ex2_4.AlignedAllocGetsAMultipleOfTheAlignment
// Message: wants a multiple of the alignment
// [exercise 2.4b]
return IsPowerOfTwo(alignment) ? std::aligned_alloc(alignment, bytes) : nullptr;
// [end 2.4b]
