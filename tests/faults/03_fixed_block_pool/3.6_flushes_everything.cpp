// Mistake: empties the whole cache, so the next allocation must go to the pool again.
// Verdict: failed
// Caught by: Ex3_6.AFullCacheKeepsABatch
// Message: gives one batch back
  // [exercise 3.6d]
  const std::lock_guard lock(core.mutex());
  while (void* const block = blocks.Pop()) core.store().Give(block);
  // [end 3.6d]
