// Mistake: divides first and converts then: every share below 1 is 0.
// Verdict: failed
// Caught by: Ex0_4.AShareIsOfTheRunsWholeTime
// Message: 50 ms of 1 s
  // [exercise 0.4b]
  if (run_us == 0) return 0;
  return std::min(1.0, static_cast<double>(ns / (run_us * 1000)));
  // [end 0.4b]
