// Mistake: moves a batch out of the slabs without raising the peak.
// Verdict: failed
// Caught by: Ex3_6.ThePeakCountsWhatTheSlabsHandedOut
// Message: the rest to the cache
  // [exercise 3.6c]
  const std::lock_guard lock(core.mutex());
  void* block = core.store().Take(why);
  if (block == nullptr) return false;
  while (block != nullptr) {
    blocks.Push(block);
    block = blocks.count() < core.batch() ? core.store().TakeAtHand() : nullptr;
  }
  return true;
  // [end 3.6c]
