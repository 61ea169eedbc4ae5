// Mistake: sizes that repeat are no reason where there is nothing to win.
// Verdict: failed
// Caught by: Ex0_6.WhereNothingCanBeWonLeaveIt
// Message: however well the sizes repeat
  // [exercise 0.6b]
  if (needs.alignment > kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  if (findings.pooled >= bar.least_pooled) return Advice::kBuildPools;
  const double both = std::min(1.0, findings.calls + findings.faults);
  if (Ceiling(both) < bar.least_speedup) return Advice::kLeaveIt;
  return Ceiling(findings.calls) < bar.least_speedup ? Advice::kTuneMalloc : Advice::kSwapMalloc;
  // [end 0.6b]
