// Mistake: the time of the allocations alone.
// Verdict: failed
// Caught by: Ex0_4.AllocationsAndFreesTogetherAreTheAllocatorsTime
// Message: 300 ns to free
  // [exercise 0.4]
  const std::uint64_t added = calls * clock_ns;
  return summary.allocate_ns > added ? summary.allocate_ns - added : 0;
  // [end 0.4]
