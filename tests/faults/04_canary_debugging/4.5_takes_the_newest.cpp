// Mistake: lets the block go that came last: the ones worth watching leave first.
// Verdict: failed
// Caught by: Ex4_5.LetsTheOldestGoFirst
// Message: first in, first out
  // [exercise 4.5c]
  BlockRecord* taken = blocks_.oldest();
  while (taken->newer != nullptr) taken = taken->newer;
  blocks_.Remove(*taken);
  held_bytes_ -= taken->bounds.total_bytes;
  return taken;
  // [end 4.5c]
