// Mistake: what was not recorded is 0, and 500 / 0 is not 0.
// Verdict: failed
// Caught by: Ex0_4.ARunOfUnknownLengthHasNoShare
// Message: TimeShare(500, 0)
  // [exercise 0.4b]
  return std::min(1.0, static_cast<double>(ns) / (static_cast<double>(run_us) * 1000));
  // [end 0.4b]
