// Mistake: forgets that the peak must be touched once.
// Verdict: failed
// Caught by: Ex0_5.ThePeaksPagesAreUnavoidable
// Message: 100 pages must be touched once
  // [exercise 0.5e]
  static_cast<void>(peak_bytes);
  return faults;
  // [end 0.5e]
