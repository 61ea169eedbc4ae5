// Mistake: calls the kernel for every block, even where no huge page fits.
// Verdict: failed
// Caught by: Ex2_6.LeavesSmallBlocksAlone
// Message: a hint for a block that holds no huge page
// [exercise 2.6c]
const auto address = reinterpret_cast<std::uintptr_t>(payload);
const ByteRange pages = WholePages(address, bytes, PageBytes());
if (pages.bytes == 0) return false;
char* const begin = static_cast<char*>(payload) + (pages.begin - address);
return madvise(begin, pages.bytes, MADV_HUGEPAGE) == 0;
// [end 2.6c]
