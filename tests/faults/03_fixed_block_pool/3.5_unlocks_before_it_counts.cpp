// Mistake: takes the block under the lock and counts it outside.
// Verdict: crashed
// Caught by: Ex3_5.HandsOutABlockAndTakesItBack
// Message: without the lock
  // [exercise 3.5]
  void* block = nullptr;
  {
    const std::lock_guard lock(mutex_);
    block = store_.Take(why);
  }
  if (block == nullptr) return nullptr;
  ++allocations_;
  NotePeak();
  return block;
  // [end 3.5]
