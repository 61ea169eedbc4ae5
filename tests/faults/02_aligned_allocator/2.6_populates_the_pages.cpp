// Mistake: asks for the pages at once instead of giving a hint: they become resident.
// Verdict: failed
// Caught by: Ex2_6.HintsOnceForALargeBlock
// Message: noted_[0].advice
// [exercise 2.6c]
if (bytes < kHugePageThreshold) return false;
const auto address = reinterpret_cast<std::uintptr_t>(payload);
const ByteRange pages = WholePages(address, bytes, PageBytes());
if (pages.bytes == 0) return false;
char* const begin = static_cast<char*>(payload) + (pages.begin - address);
return madvise(begin, pages.bytes, MADV_WILLNEED) == 0;
// [end 2.6c]
