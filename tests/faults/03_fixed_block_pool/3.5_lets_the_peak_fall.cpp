// Mistake: stores what is handed out now, also when that is less.
// Verdict: failed
// Caught by: Ex3_5.ThePeakStaysWhereItWas
// Message: peak_count
  // [exercise 3.5c]
  peak_count_ = HandedOut();
  // [end 3.5c]
