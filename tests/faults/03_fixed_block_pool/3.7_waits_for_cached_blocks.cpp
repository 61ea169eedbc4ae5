// Mistake: takes cached blocks for live ones: a dead pool stays until its threads end.
// Verdict: failed
// Caught by: Ex3_7.APoolWithoutLiveBlocksGivesItsSlabsBackAtOnce
// Message: cached blocks are nobody's
  // [exercise 3.7c]
  if (!closed() || HandedOut() != 0) return;
  DeleteCaches();
  store_.ReleaseSlabs();
  id_.store(0, std::memory_order_release);
  // [end 3.7c]
