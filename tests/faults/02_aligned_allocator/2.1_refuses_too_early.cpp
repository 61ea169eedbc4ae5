// Mistake: asks for room for a whole alignment, so the largest sizes that fit are refused.
// Verdict: failed
// Caught by: Ex2_1.AcceptsTheLargestSizeThatFits
// Message: nothing overflows
// [exercise 2.1c]
if (bytes > std::numeric_limits<std::size_t>::max() - alignment) return std::nullopt;
return bytes + PaddingTo(bytes, alignment);
// [end 2.1c]
