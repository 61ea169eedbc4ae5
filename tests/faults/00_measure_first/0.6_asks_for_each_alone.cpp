// Mistake: neither share alone is worth it, both together are.
// Verdict: failed
// Caught by: Ex0_6.CallsAndFaultsTogetherCanBeWorthIt
// Message: together they are 6 %
  // [exercise 0.6b]
  if (needs.alignment > kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  const auto is_worth_it = [&bar](double share) { return Ceiling(share) >= bar.least_speedup; };
  if (!is_worth_it(std::max(findings.calls, findings.faults))) return Advice::kLeaveIt;
  if (is_worth_it(findings.faults) || !is_worth_it(findings.calls)) return Advice::kTuneMalloc;
  return findings.pooled >= bar.least_pooled ? Advice::kBuildPools : Advice::kSwapMalloc;
  // [end 0.6b]
