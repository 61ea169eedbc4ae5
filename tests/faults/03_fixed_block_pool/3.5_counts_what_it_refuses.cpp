// Mistake: counts an allocation before it knows whether there is a block.
// Verdict: failed
// Caught by: Ex3_5.ARefusedAllocationIsNotCounted
// Message: an allocation that failed was counted
  // [exercise 3.5]
  const std::lock_guard lock(mutex_);
  ++allocations_;
  void* const block = store_.Take(why);
  NotePeak();
  return block;
  // [end 3.5]
