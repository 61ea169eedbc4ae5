// Mistake: asks whether a new block fits as if nothing were held elsewhere.
// Verdict: failed
// Caught by: Ex5_4_at_the_limit.NothingStandsInWhileANewBlockFits
// Message: ShelfFor must count `elsewhere`
  // [exercise 5.4b]
  const ClassIndex first = non_empty_.FirstFrom(asked);
  if (first == asked || first == kNoClass) return first;
  const std::size_t bytes = shelves_[asked].block_bytes;
  const bool near = shelves_[first].block_bytes <= bytes * kMostLarger;
  static_cast<void>(elsewhere);
  return near && BytesOverLimit(bytes, 0) > 0 ? first : kNoClass;
  // [end 5.4b]
