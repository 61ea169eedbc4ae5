// Mistake: adds in two steps and checks the first one only.
// Verdict: failed
// Caught by: Ex2_2.RefusesEveryRequestThatOverflows
// Message: the sum wraps around
// [exercise 2.2]
if (bytes > std::numeric_limits<std::size_t>::max() - kWordBytes) return std::nullopt;
return bytes + kWordBytes + AtLeastAWord(alignment) - 1;
// [end 2.2]
