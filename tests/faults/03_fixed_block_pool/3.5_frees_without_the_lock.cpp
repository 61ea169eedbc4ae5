// Mistake: leaves the lock out of the free.
// Verdict: crashed
// Caught by: Ex3_5.HandsOutABlockAndTakesItBack
// Message: without the lock
  // [exercise 3.5b]
  store_.Give(block);
  ++frees_;
  ReleaseIfDead();
  // [end 3.5b]
