// Mistake: pools for a run whose calls cost nothing.
// Verdict: failed
// Caught by: Ex0_6.FaultsAloneWantATunedMalloc
// Message: fewer faults would
  // [exercise 0.6b]
  if (needs.alignment > kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  const auto is_worth_it = [&bar](double share) { return Ceiling(share) >= bar.least_speedup; };
  if (!is_worth_it(std::min(1.0, findings.calls + findings.faults))) return Advice::kLeaveIt;
  return findings.pooled >= bar.least_pooled ? Advice::kBuildPools : Advice::kSwapMalloc;
  // [end 0.6b]
