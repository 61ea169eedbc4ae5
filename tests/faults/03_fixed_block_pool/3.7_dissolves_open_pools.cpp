// Mistake: gives the slabs back whenever no block is live.
// Verdict: failed
// Caught by: Ex3_7.ManyThreadsInARowNeedOneSlab
// Message: an open pool lost its slabs
  // [exercise 3.7c]
  if (StatisticsLocked().live_count != 0) return;
  DeleteCaches();
  store_.ReleaseSlabs();
  id_.store(0, std::memory_order_release);
  // [end 3.7c]
