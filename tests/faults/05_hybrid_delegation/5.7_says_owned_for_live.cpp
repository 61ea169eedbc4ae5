// Mistake: calls the bytes of all blocks of the shelves live.
// Verdict: failed
// Caught by: Ex5_7_adapter.AFailureTellsLiveBytesFromOwnedOnesAndNamesTheSlabs
// Message: live_bytes, not owned_bytes
  // [exercise 5.7d]
  const RoutingStatistics now = core_.Statistics();
  TORCH_CHECK_WITH(OutOfMemoryError, false, "HybridAllocator: cannot allocate ", n,
                   " bytes: neither a pool, nor a shelf, nor the upstream allocator has them. "
                   "Shelves: live: ",
                   now.shelves.owned_bytes, " bytes, idle: ", now.shelves.idle_bytes,
                   " bytes; pools: slabs: ", now.pool_reserved_bytes, " bytes.");
  // [end 5.7d]
