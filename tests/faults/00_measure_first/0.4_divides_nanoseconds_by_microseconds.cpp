// Mistake: one unit above, another below the line.
// Verdict: failed
// Caught by: Ex0_4.AShareIsOfTheRunsWholeTime
// Message: 50 ms of 1 s
  // [exercise 0.4b]
  if (run_us == 0) return 0;
  return std::min(1.0, static_cast<double>(ns) / static_cast<double>(run_us));
  // [end 0.4b]
