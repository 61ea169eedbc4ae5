// Mistake: begins at the page that the block begins in: its other half belongs to somebody else.
// Verdict: failed
// Caught by: Ex2_6.FindsEveryWholePageAndNoOther
// Message: the block is [
// [exercise 2.6b]
const std::uintptr_t begin = address / page_bytes * page_bytes;
const std::uintptr_t end = (address + bytes) / page_bytes * page_bytes;
return {begin, end - begin};
// [end 2.6b]
