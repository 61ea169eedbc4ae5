// Mistake: gives the block back under the lock and counts the free outside.
// Verdict: thread sanitizer
// Caught by: Ex3_5.ThreadsNeverShareABlock
// Message: data race
  // [exercise 3.5b]
  {
    const std::lock_guard lock(mutex_);
    store_.Give(block);
  }
  ++frees_;
  ReleaseIfDead();
  // [end 3.5b]
