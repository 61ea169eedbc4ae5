// Mistake: writes a byte "to make the pages real" before the hint.
// Verdict: failed
// Caught by: Ex2_6.TouchesNoByteOfTheBlock
// Message: somebody touched them
// [exercise 2.6c]
if (bytes < kHugePageThreshold) return false;
const auto address = reinterpret_cast<std::uintptr_t>(payload);
const ByteRange pages = WholePages(address, bytes, PageBytes());
if (pages.bytes == 0) return false;
char* const begin = static_cast<char*>(payload) + (pages.begin - address);
*begin = 0;
return madvise(begin, pages.bytes, MADV_HUGEPAGE) == 0;
// [end 2.6c]
