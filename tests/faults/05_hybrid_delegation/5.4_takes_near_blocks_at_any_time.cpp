// Mistake: lets a block that is near enough stand in although a new one fits.
// Verdict: failed
// Caught by: Ex5_4_at_the_limit.NothingStandsInWhileANewBlockFits
// Message: must wait for its own class
  // [exercise 5.4b]
  const ClassIndex first = non_empty_.FirstFrom(asked);
  if (first == asked || first == kNoClass) return first;
  const std::size_t bytes = shelves_[asked].block_bytes;
  const bool near = shelves_[first].block_bytes <= bytes * kMostLarger;
  static_cast<void>(elsewhere);
  return near ? first : kNoClass;
  // [end 5.4b]
