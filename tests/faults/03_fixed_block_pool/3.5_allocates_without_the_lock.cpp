// Mistake: leaves the lock out of the allocation.
// Verdict: thread sanitizer
// Caught by: Ex3_5.ThreadsNeverShareABlock
// Message: data race
  // [exercise 3.5]
  void* const block = store_.Take(why);
  if (block == nullptr) return nullptr;
  ++allocations_;
  NotePeak();
  return block;
  // [end 3.5]
