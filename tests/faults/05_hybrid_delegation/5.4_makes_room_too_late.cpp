// Mistake: looks whether there is room now, not whether there is after the new block.
// Verdict: failed
// Caught by: Ex5_4.TheLargestIdleBlockIsSurplusFirst
// Message: largest idle block
  // [exercise 5.4e]
  const std::lock_guard lock(mutex_);
  static_cast<void>(incoming);
  if (BytesOverLimit(0, elsewhere) == 0) return nullptr;
  const ClassIndex largest = non_empty_.Last();
  return largest == kNoClass ? nullptr : Disown(Pop(largest));
  // [end 5.4e]
