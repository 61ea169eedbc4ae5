// Mistake: opens a slab for blocks that nobody has asked for.
// Verdict: failed
// Caught by: Ex3_6.OpensNoSlabForBlocksThatNobodyAskedFor
// Message: opened a second one
  // [exercise 3.6c]
  const std::lock_guard lock(core.mutex());
  while (blocks.count() < core.batch()) {
    void* const block = core.store().Take(why);
    if (block == nullptr) break;
    blocks.Push(block);
  }
  core.NotePeak();
  return blocks.count() != 0;
  // [end 3.6c]
