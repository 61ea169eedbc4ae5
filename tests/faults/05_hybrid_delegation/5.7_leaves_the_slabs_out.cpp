// Mistake: says nothing of the slabs.
// Verdict: failed
// Caught by: Ex5_7_adapter.AFailureTellsLiveBytesFromOwnedOnesAndNamesTheSlabs
// Message: slabs: 4194304 bytes
  // [exercise 5.7d]
  const RoutingStatistics now = core_.Statistics();
  TORCH_CHECK_WITH(OutOfMemoryError, false, "HybridAllocator: cannot allocate ", n,
                   " bytes: neither a pool, nor a shelf, nor the upstream allocator has them. "
                   "Shelves: live: ",
                   now.shelves.live_bytes, " bytes, idle: ", now.shelves.idle_bytes,
                   " bytes.");
  // [end 5.7d]
