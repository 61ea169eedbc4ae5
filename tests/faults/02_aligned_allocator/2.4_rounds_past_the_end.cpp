// Mistake: rounds without a check, so the largest sizes wrap to a small one.
// Verdict: failed
// Caught by: Ex2_4.AlignedAllocRefusesASizeThatWrapsWhenRounded
// Message: had wrapped around
// [exercise 2.4b]
if (!IsPowerOfTwo(alignment)) return nullptr;
return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
// [end 2.4b]
