// Mistake: counts what is live from the two counts, so that the invariant cannot fail.
// Verdict: failed
// Caught by: Ex3_5.WhatCachesHoldIsNotLive
// Message: no check can find
  // [exercise 3.5d]
  PoolStatistics sum;
  sum.block_bytes = store_.block_bytes();
  sum.capacity = store_.capacity();
  sum.free_count = store_.free_count();
  sum.peak_count = peak_count_;
  sum.reserved_bytes = store_.reserved_bytes();
  sum.allocations = allocations_;
  sum.frees = frees_;
  for (const ThreadCache* cache = caches_; cache != nullptr; cache = cache->next) {
    sum.cached_count += cache->blocks.count();
    sum.allocations += cache->allocations.load(std::memory_order_relaxed);
    sum.frees += cache->frees.load(std::memory_order_relaxed);
  }
  sum.live_count = sum.allocations - sum.frees;
  return sum;
  // [end 3.5d]
