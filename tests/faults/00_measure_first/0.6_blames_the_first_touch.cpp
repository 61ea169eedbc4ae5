// Mistake: charges the allocator with faults that no allocator can avoid.
// Verdict: failed
// Caught by: Ex0_6.TheFaultsShareIsOfThoseThatCanBeAvoided
// Message: of which the peak
  // [exercise 0.6]
  const trace::Summary& run = trace.summary;
  const std::uint64_t in_calls = AllocatorNs(run, trace.events.size(), costs.clock_ns);
  return {TimeShare(in_calls, run.run_us), TimeShare(run.minor_faults * costs.fault_ns, run.run_us),
          PoolShare(CountSizes(trace.events), kPools)};
  // [end 0.6]
