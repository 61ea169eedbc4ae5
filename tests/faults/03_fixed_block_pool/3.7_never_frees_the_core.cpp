// Mistake: leaves the id, so that no pool can use this core again.
// Verdict: failed
// Caught by: Ex3_7.PoolsComeAndGoWithoutEnd
// Message: pools are in use
  // [exercise 3.7c]
  if (!closed() || StatisticsLocked().live_count != 0) return;
  DeleteCaches();
  store_.ReleaseSlabs();
  // [end 3.7c]
