// Mistake: lets a block go when exactly the limit is held.
// Verdict: failed
// Caught by: Ex4_5.IsFullAtItsLimitAndNotBefore
// Message: exactly the limit is allowed
  // [exercise 4.5b]
  return held_bytes_ >= bytes ? TakeOldest() : nullptr;
  // [end 4.5b]
