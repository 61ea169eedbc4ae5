// Mistake: takes what lies in threads' caches for live.
// Verdict: failed
// Caught by: Ex3_5.WhatCachesHoldIsNotLive
// Message: cached, not live
  // [exercise 3.5d]
  PoolStatistics sum;
  sum.block_bytes = store_.block_bytes();
  sum.capacity = store_.capacity();
  sum.free_count = store_.free_count();
  sum.peak_count = peak_count_;
  sum.reserved_bytes = store_.reserved_bytes();
  sum.allocations = allocations_;
  sum.frees = frees_;
  sum.live_count = HandedOut();
  return sum;
  // [end 3.5d]
