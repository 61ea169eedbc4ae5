// Mistake: gives up when no single idle block makes room enough.
// Verdict: failed
// Caught by: Ex5_4_surplus.TheLargestBlockGoesIfNoneIsEnough
// Message: no block is that large
  // [exercise 5.4e]
  const std::lock_guard lock(mutex_);
  const std::size_t over = BytesOverLimit(incoming, elsewhere);
  if (over == 0) return nullptr;
  const ClassIndex enough = non_empty_.FirstFrom(FirstShelfOf(over));
  return enough == kNoClass ? nullptr : Disown(Pop(enough));
  // [end 5.4e]
