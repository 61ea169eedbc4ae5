// Mistake: subtracts the padding from a block that is smaller than it.
// Verdict: failed
// Caught by: Ex2_6.FindsEveryWholePageAndNoOther
// Message: the block is [
// [exercise 2.6b]
const std::size_t padding = PaddingTo(address, page_bytes);
return {address + padding, (bytes - padding) / page_bytes* page_bytes};
// [end 2.6b]
