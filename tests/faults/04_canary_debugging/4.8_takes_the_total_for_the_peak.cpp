// Mistake: gives the sum of all that ever came as the peak.
// Verdict: failed
// Caught by: Ex4_8.CountsWhatWentAndKeepsThePeak
// Message: 30 at most
  // [exercise 4.8]
  current += amount;
  allocated += amount;
  peak = allocated;
  // [end 4.8]
