// Mistake: compares the number of blocks with a number of bytes.
// Verdict: failed
// Caught by: Ex4_5.LetsTheOldestGoFirst
// Message: first in, first out
  // [exercise 4.5b]
  return blocks_.count() > bytes ? TakeOldest() : nullptr;
  // [end 4.5b]
