// Mistake: hands alignments below a word to posix_memalign, which refuses them.
// Verdict: failed
// Caught by: Ex2_4.PosixMemalignServesAlignmentsBelowAWord
// Message: answers with EINVAL
// [exercise 2.4]
if (!IsPowerOfTwo(alignment)) return nullptr;
void* block = nullptr;
return posix_memalign(&block, alignment, bytes) == 0 ? block : nullptr;
// [end 2.4]
