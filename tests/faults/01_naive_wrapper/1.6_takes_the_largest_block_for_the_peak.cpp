// Mistake: the peak of one block, not of all that are live together.
// Verdict: failed
// Caught by: Ex1_6.ThePeakIsTheMostEverLiveAtOnce
// Message: both blocks were live together
// [exercise 1.6]
  total_allocations_.fetch_add(1);
  live_blocks_.fetch_add(1);
  live_bytes_.fetch_add(bytes);
  RaisePeak(bytes);
// [end 1.6]
