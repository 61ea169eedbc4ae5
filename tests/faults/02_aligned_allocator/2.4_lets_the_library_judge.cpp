// Mistake: leaves the check of the alignment to the C library.
// Verdict: failed
// Caught by: Ex2_4.NeitherAsksForAnAlignmentThatIsNoPowerOfTwo
// Message: differs from libc to libc
// [exercise 2.4]
void* block = nullptr;
const int error = posix_memalign(&block, std::max(alignment, sizeof(void*)), bytes);
return error == 0 ? block : nullptr;
// [end 2.4]
