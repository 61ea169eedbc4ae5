// Mistake: leaves the dead pool's caches linked: the next pool of this core counts them.
// Verdict: failed
// Caught by: Ex3_7.PoolsComeAndGoWithoutEnd
// Message: live !=
  // [exercise 3.7c]
  if (!closed() || StatisticsLocked().live_count != 0) return;
  store_.ReleaseSlabs();
  id_.store(0, std::memory_order_release);
  // [end 3.7c]
