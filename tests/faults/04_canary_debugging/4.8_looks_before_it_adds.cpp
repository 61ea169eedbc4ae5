// Mistake: compares the peak with what was there before.
// Verdict: failed
// Caught by: Ex4_8.CountsWhatCame
// Message: 42 at most
  // [exercise 4.8]
  peak = std::max(peak, current);
  current += amount;
  allocated += amount;
  // [end 4.8]
