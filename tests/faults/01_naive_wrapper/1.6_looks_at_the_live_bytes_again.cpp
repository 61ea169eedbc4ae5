// Mistake: raises the peak from a second look at the live bytes; a block may have been freed since.
// Verdict: failed
// Caught by: Ex1_6.ThePeakHoldsTheSumOfItsOwnAddition
// Message: a second look at the live bytes comes too late
// [exercise 1.6]
  total_allocations_ += 1;
  live_blocks_ += 1;
  live_bytes_ += bytes;
  RaisePeak(live_bytes_.load());
// [end 1.6]
