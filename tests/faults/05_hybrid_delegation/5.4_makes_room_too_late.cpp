// Mistake: looks whether there is room now, not whether there is after the new block.
// Verdict: failed
// Caught by: Ex5_4_surplus.TheSmallestBlockThatIsEnoughGoes
// Message: 64 KiB are too many
  // [exercise 5.4e]
  const std::lock_guard lock(mutex_);
  static_cast<void>(incoming);
  const std::size_t over = BytesOverLimit(0, elsewhere);
  if (over == 0) return nullptr;
  const ClassIndex enough = non_empty_.FirstFrom(FirstShelfOf(over));
  const ClassIndex from = enough != kNoClass ? enough : non_empty_.Last();
  return from == kNoClass ? nullptr : Disown(Pop(from));
  // [end 5.4e]
