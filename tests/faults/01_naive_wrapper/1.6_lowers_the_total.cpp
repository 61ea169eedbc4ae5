// Mistake: takes a freed block out of the total as well.
// Verdict: failed
// Caught by: Ex1_6.AFreeLeavesPeakAndTotal
// Message: total_allocations
// [exercise 1.6c]
  total_allocations_.fetch_sub(1);
  live_blocks_.fetch_sub(1);
  live_bytes_.fetch_sub(bytes);
// [end 1.6c]
