// Mistake: gives the number of blocks left, and calls them bytes.
// Verdict: failed
// Caught by: Ex3_8.SaysInBytesWhatIsLeftUnderTheCap
// Message: Available
  // [exercise 3.8c]
  const PoolStatistics now = pool_.Statistics();
  TORCH_CHECK_WITH(OutOfMemoryError, false, "PoolAllocator: cannot allocate ", n,
                   " bytes: ", Describe(why), ". Available: ", pool_.AvailableCount(),
                   " bytes in blocks of ", now.block_bytes, "; in use: ", now.live_count,
                   " blocks of ", now.capacity, ".");
  // [end 3.8c]
