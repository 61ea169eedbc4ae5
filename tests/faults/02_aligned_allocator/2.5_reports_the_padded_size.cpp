// Mistake: reports the bytes asked of malloc, which wrap around and which nobody asked for.
// Verdict: failed
// Caught by: Ex2_5.ASizeThatWrapsAroundIsOutOfMemoryToo
// Message: must hold the bytes asked for
// [exercise 2.5b]
C10_THROW_ERROR(OutOfMemoryError,
                c10::str("AlignedAllocator: can't allocate ", bytes + alignment + kWordBytes,
                         " bytes aligned to ", alignment));
// [end 2.5b]
