// Mistake: a need counts only where there is time to win.
// Verdict: failed
// Caught by: Ex0_6.ANeedComesBeforeAllNumbers
// Message: 256 bytes of alignment
  // [exercise 0.6b]
  const double both = std::min(1.0, findings.calls + findings.faults);
  if (Ceiling(both) < bar.least_speedup) return Advice::kLeaveIt;
  if (needs.alignment > kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  if (Ceiling(findings.calls) < bar.least_speedup) return Advice::kTuneMalloc;
  if (findings.pooled >= bar.least_pooled) return Advice::kBuildPools;
  return Advice::kSwapMalloc;
  // [end 0.6b]
