// Mistake: forgets that the source may refuse, and writes the word near address zero.
// Verdict: crashed
// Caught by: Ex2_2.ReturnsNullWhenTheSourceRefuses
// Message: SIGSEGV
// [exercise 2.2c]
const std::optional<std::size_t> request = BytesToRequest(bytes, alignment);
if (!request) return nullptr;
return PlacePayload(source.acquire(*request), alignment);
// [end 2.2c]
