// Mistake: refuses without saying what it was given.
// Verdict: failed
// Caught by: Ex2_5.RefusesAnyOtherAlignmentByName
// Message: must hold the value
// [exercise 2.5]
TORCH_CHECK_VALUE(IsPowerOfTwo(alignment), "AlignedAllocator: alignment must be a power of two");
return alignment;
// [end 2.5]
