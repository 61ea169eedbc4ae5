// Mistake: reads, adds and writes; another thread's addition in between is lost.
// Verdict: failed
// Caught by: Ex1_6.LosesNothingBetweenThreads
// Message: counted:
// [exercise 1.6]
  total_allocations_.store(total_allocations_.load() + 1);
  live_blocks_.store(live_blocks_.load() + 1);
  live_bytes_.store(live_bytes_.load() + bytes);
  RaisePeak(live_bytes_.load());
// [end 1.6]
