// Mistake: lets a cache grow without end.
// Verdict: failed
// Caught by: Ex3_6.ACacheHoldsNoMoreThanItsLimit
// Message: the cache has no end
  // [exercise 3.6b]
  CountOne(frees);
  blocks.Push(block);
  // [end 3.6b]
