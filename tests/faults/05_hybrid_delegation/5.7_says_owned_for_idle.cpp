// Mistake: calls all bytes of the shelves idle.
// Verdict: failed
// Caught by: Ex5_7_adapter.AFailureNamesWhatWasAskedForAndWhatIsHeld
// Message: was given back before the request failed
  // [exercise 5.7d]
  const RoutingStatistics now = core_.Statistics();
  TORCH_CHECK_WITH(OutOfMemoryError, false, "HybridAllocator: cannot allocate ", n,
                   " bytes. Shelves: live: ", now.shelves.live_bytes,
                   " bytes, idle: ", now.shelves.owned_bytes,
                   " bytes; pools: slabs: ", now.pool_reserved_bytes, " bytes.");
  // [end 5.7d]
