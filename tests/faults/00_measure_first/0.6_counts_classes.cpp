// Mistake: by classes everything repeats.
// Verdict: failed
// Caught by: Ex0_6.PoolsServeTheMostFrequentSizes
// Message: all but the two rarest
  // [exercise 0.6]
  const trace::Summary& run = trace.summary;
  const std::uint64_t in_calls = AllocatorNs(run, trace.events.size(), costs.clock_ns);
  const std::uint64_t avoidable = AvoidableFaults(run.minor_faults, FindPeak(trace.events).bytes);
  return {TimeShare(in_calls, run.run_us), TimeShare(avoidable * costs.fault_ns, run.run_us),
          PoolShare(CountClasses(CountSizes(trace.events)), kPools)};
  // [end 0.6]
