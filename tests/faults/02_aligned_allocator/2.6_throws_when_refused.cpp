// Mistake: takes a refused hint for an error.
// Verdict: failed
// Caught by: Ex2_6.ARefusedHintIsNotAnError
// Message: throws
// [exercise 2.6c]
if (bytes < kHugePageThreshold) return false;
const auto address = reinterpret_cast<std::uintptr_t>(payload);
const ByteRange pages = WholePages(address, bytes, PageBytes());
if (pages.bytes == 0) return false;
char* const begin = static_cast<char*>(payload) + (pages.begin - address);
if (madvise(begin, pages.bytes, MADV_HUGEPAGE) != 0) throw std::bad_alloc();
return true;
// [end 2.6c]
