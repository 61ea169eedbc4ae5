// Mistake: copies every number but that of the classes that turned hot.
// Verdict: failed
// Caught by: Ex5_6.EpochsPassByThemselves
// Message: does Statistics() copy promotions_
  // [exercise 5.6g]
  RoutingStatistics sum;
  for (const auto& pool : pools_) {
    const PoolStatistics now = pool->Statistics();
    sum.pooled += now.allocations;
    sum.pool_reserved_bytes += now.reserved_bytes;
  }
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
  sum.demotions = demotions_;
  return sum;
  // [end 5.6g]
