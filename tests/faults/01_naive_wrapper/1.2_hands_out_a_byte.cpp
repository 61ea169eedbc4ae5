// Mistake: gives an empty block a byte of memory, so that its pointer is not null.
// Verdict: failed
// Caught by: Ex1_2.ZeroBytesHaveNoData
// Message: allocate(0) handed out memory
// [exercise 1.2]
  if (n == 0) n = 1;
// [end 1.2]
