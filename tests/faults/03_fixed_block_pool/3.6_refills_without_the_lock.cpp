// Mistake: takes a batch from the shared store without its lock.
// Verdict: thread sanitizer
// Caught by: Ex3_6.LiveIsExactWithSeveralThreads
// Message: data race
  // [exercise 3.6c]
  void* block = core.store().Take(why);
  if (block == nullptr) return false;
  while (block != nullptr) {
    blocks.Push(block);
    block = blocks.count() < core.batch() ? core.store().TakeAtHand() : nullptr;
  }
  core.NotePeak();
  return true;
  // [end 3.6c]
