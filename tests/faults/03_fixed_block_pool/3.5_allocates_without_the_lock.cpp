// Mistake: leaves the lock out of the allocation.
// Verdict: crashed
// Caught by: Ex3_5.HandsOutABlockAndTakesItBack
// Message: without the lock
  // [exercise 3.5]
  void* const block = store_.Take(why);
  if (block == nullptr) return nullptr;
  ++allocations_;
  NotePeak();
  return block;
  // [end 3.5]
