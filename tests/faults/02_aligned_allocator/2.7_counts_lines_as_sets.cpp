// Mistake: counts lines, not the sets they fall into.
// Verdict: failed
// Caught by: Ex2_7.APowerOfTwoStrideFallsIntoOneCacheSet
// Message: all compete for the 8 places of one set
// [exercise 2.7b]
return std::min(sets, UnitsTouched(nest, kCacheLineBytes).size());
// [end 2.7b]
