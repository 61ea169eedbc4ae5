// Mistake: four threads give a share of 3, and the ceiling is below zero.
// Verdict: failed
// Caught by: Ex0_4.AShareIsNeverMoreThanTheWhole
// Message: four threads
  // [exercise 0.4b]
  if (run_us == 0) return 0;
  return static_cast<double>(ns) / (static_cast<double>(run_us) * 1000);
  // [end 0.4b]
