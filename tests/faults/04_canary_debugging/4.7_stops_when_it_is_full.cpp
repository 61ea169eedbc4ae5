// Mistake: keeps the first events and drops the last ones.
// Verdict: failed
// Caught by: Ex4_7.AFullRingForgetsTheOldest
// Message: after event
  // [exercise 4.7b]
  if (recorded_ < options_.ring_events) ring_[recorded_++] = event;
  // [end 4.7b]
