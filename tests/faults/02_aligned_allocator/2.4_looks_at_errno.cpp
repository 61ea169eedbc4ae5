// Mistake: looks at errno, which posix_memalign never sets.
// Verdict: failed
// Caught by: Ex2_4.PosixMemalignDoesNotSpeakThroughErrno
// Message: It never sets errno
// [exercise 2.4]
if (!IsPowerOfTwo(alignment)) return nullptr;
void* block = nullptr;
const int error = posix_memalign(&block, std::max(alignment, sizeof(void*)), bytes);
return error == 0 && errno == 0 ? block : nullptr;
// [end 2.4]
