// Mistake: between the comparison and the write another thread may have written a higher peak.
// Verdict: failed
// Caught by: Ex1_6.ThePeakNeverFalls
// Message: a late thread overwrote a higher peak
// [exercise 1.6b]
  if (peak_bytes_.load() < live) peak_bytes_.store(live);
// [end 1.6b]
