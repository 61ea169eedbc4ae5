// Mistake: fetch_add returns the value from before, so the peak misses this very block.
// Verdict: failed
// Caught by: Ex1_6.ThePeakIsTheMostEverLiveAtOnce
// Message: both blocks were live together
// [exercise 1.6]
  total_allocations_.fetch_add(1);
  live_blocks_.fetch_add(1);
  RaisePeak(live_bytes_.fetch_add(bytes));
// [end 1.6]
