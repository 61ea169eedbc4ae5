// Mistake: always gives the largest idle block back, although a small one would be enough.
// Verdict: failed
// Caught by: Ex5_4_surplus.TheSmallestBlockThatIsEnoughGoes
// Message: no larger one need go
  // [exercise 5.4e]
  const std::lock_guard lock(mutex_);
  if (BytesOverLimit(incoming, elsewhere) == 0) return nullptr;
  const ClassIndex largest = non_empty_.Last();
  return largest == kNoClass ? nullptr : Disown(Pop(largest));
  // [end 5.4e]
