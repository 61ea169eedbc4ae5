// Mistake: takes a batch from the shared store without its lock.
// Verdict: crashed
// Caught by: Ex3_6.ReturnsTheSameBlockAfterAFree
// Message: store was touched without the lock
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
