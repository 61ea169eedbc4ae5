// Mistake: passes size and alignment in the wrong order.
// Verdict: failed
// Caught by: Ex2_4.PosixMemalignGetsAlignmentAndSizeInPlace
// Message: the alignment that posix_memalign was asked for
// [exercise 2.4]
if (!IsPowerOfTwo(alignment)) return nullptr;
void* block = nullptr;
const int error = posix_memalign(&block, bytes, std::max(alignment, sizeof(void*)));
return error == 0 ? block : nullptr;
// [end 2.4]
