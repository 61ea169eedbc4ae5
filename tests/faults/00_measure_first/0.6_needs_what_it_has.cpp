// Mistake: PyTorch aligns to 64 already.
// Verdict: failed
// Caught by: Ex0_6.WhatMallocGivesIsNoNeed
// Message: aligns to 64 already
  // [exercise 0.6b]
  if (needs.alignment >= kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  const auto is_worth_it = [&bar](double share) { return Ceiling(share) >= bar.least_speedup; };
  if (!is_worth_it(std::min(1.0, findings.calls + findings.faults))) return Advice::kLeaveIt;
  if (is_worth_it(findings.faults) || !is_worth_it(findings.calls)) return Advice::kTuneMalloc;
  return findings.pooled >= bar.least_pooled ? Advice::kBuildPools : Advice::kSwapMalloc;
  // [end 0.6b]
