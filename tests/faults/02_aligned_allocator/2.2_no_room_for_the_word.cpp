// Mistake: asks for payload and padding, forgets the word.
// Verdict: failed
// Caught by: Ex2_2.AsksForPayloadWordAndTheWorstPadding
// Message: BytesToRequest(100, 64)
// [exercise 2.2]
const std::size_t overhead = AtLeastAWord(alignment) - 1;
if (bytes > std::numeric_limits<std::size_t>::max() - overhead) return std::nullopt;
return bytes + overhead;
// [end 2.2]
