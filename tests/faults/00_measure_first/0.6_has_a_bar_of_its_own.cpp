// Mistake: writes the usual bar into the code.
// Verdict: failed
// Caught by: Ex0_6.TheBarDecidesNotAConstant
// Message: twice as fast
  // [exercise 0.6b]
  if (needs.alignment > kDefaultAlignment || needs.special_memory || needs.freed_together) {
    return Advice::kBuildForTheNeed;
  }
  const auto is_worth_it = [](double share) { return Ceiling(share) >= 1.05; };
  if (!is_worth_it(std::min(1.0, findings.calls + findings.faults))) return Advice::kLeaveIt;
  if (is_worth_it(findings.faults) || !is_worth_it(findings.calls)) return Advice::kTuneMalloc;
  return findings.pooled >= bar.least_pooled ? Advice::kBuildPools : Advice::kSwapMalloc;
  // [end 0.6b]
