// Mistake: reports as available only what is already there.
// Verdict: failed
// Caught by: Ex3_4.CountsWhatIsLeftUpToTheCap
// Message: none opened
  // [exercise 3.4d]
  return free_count();
  // [end 3.4d]
