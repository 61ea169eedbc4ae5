// Mistake: asks for more than one page of room, so a block of exactly one page has none.
// Verdict: failed
// Caught by: Ex2_6.FindsEveryWholePageAndNoOther
// Message: the block is [
// [exercise 2.6b]
const std::size_t padding = PaddingTo(address, page_bytes);
if (bytes <= padding + page_bytes) return {};
return {address + padding, (bytes - padding) / page_bytes* page_bytes};
// [end 2.6b]
