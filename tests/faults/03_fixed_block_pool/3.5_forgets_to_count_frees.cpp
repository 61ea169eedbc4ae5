// Mistake: gives the block back and leaves the count of frees alone.
// Verdict: failed
// Caught by: Ex3_5.CountsLiveBlocks
// Message: now.frees
  // [exercise 3.5b]
  const std::lock_guard lock(mutex_);
  store_.Give(block);
  ReleaseIfDead();
  // [end 3.5b]
