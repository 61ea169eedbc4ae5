// Mistake: shows the bytes of the slabs as they were at the end of the last epoch.
// Verdict: failed
// Caught by: Ex5_6.TheSlabsAreCountedAsTheyAreNow
// Message: what the pools say now
  // [exercise 5.6g]
  RoutingStatistics sum;
  for (const auto& pool : pools_) sum.pooled += pool->Statistics().allocations;
  sum.pool_reserved_bytes = pool_reserved_bytes_;
  sum.shelves = shelves_.Statistics();
  sum.reused = sum.shelves.reused;
  sum.adopted = sum.shelves.adopted;
  sum.halved = buddies_.served();
  sum.requests = sum.pooled + sum.reused + sum.halved + sum.adopted;
  for (std::size_t i = 0; i < kDelegatedReasons; ++i) {
    sum.delegated[i] = delegated_[i];
    sum.requests += delegated_[i];
  }
  sum.refused = refused_;
  sum.requests += refused_;
  sum.rescued = rescued_;
  sum.promotions = promotions_;
  sum.demotions = demotions_;
  return sum;
  // [end 5.6g]
