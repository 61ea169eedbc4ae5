// Mistake: takes what goes from the peak as well.
// Verdict: failed
// Caught by: Ex4_8.CountsWhatWentAndKeepsThePeak
// Message: at most
  // [exercise 4.8b]
  current -= amount;
  freed += amount;
  peak = current;
  // [end 4.8b]
