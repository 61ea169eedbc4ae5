// Mistake: forgets that a block that left holds nothing any more.
// Verdict: crashed
// Caught by: Ex4_5.LetsTheOldestGoFirst
// Message: is held no more
  // [exercise 4.5c]
  BlockRecord* const oldest = blocks_.oldest();
  blocks_.Remove(*oldest);
  return oldest;
  // [end 4.5c]
