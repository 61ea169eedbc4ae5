// Mistake: an unsigned number has no sign: 300 - 400 is nearly 2^64.
// Verdict: failed
// Caught by: Ex0_4.WhatIsLessThanNothingIsNothing
// Message: not 2^64
  // [exercise 0.4]
  return summary.allocate_ns + summary.free_ns - calls * clock_ns;
  // [end 0.4]
