// Mistake: takes the remainders and forgets to drop the doubles.
// Verdict: failed
// Caught by: Ex2_7.APowerOfTwoStrideFallsIntoOneCacheSet
// Message: all compete for the 8 places of one set
// [exercise 2.7b]
std::vector<std::uintptr_t> touched = UnitsTouched(nest, kCacheLineBytes);
for (std::uintptr_t& line : touched) line %= sets;
return touched.size();
// [end 2.7b]
