// Mistake: between the comparison and the write another thread may have written a higher peak.
// Verdict: failed
// Caught by: Ex1_6.ThePeakIsExactBetweenThreads
// Message: a late thread overwrote it
// [exercise 1.6b]
  if (peak_bytes_.load() < live) peak_bytes_.store(live);
// [end 1.6b]
