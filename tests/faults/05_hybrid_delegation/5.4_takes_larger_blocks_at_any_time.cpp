// Mistake: hands out a larger block although there is room for a new one.
// Verdict: failed
// Caught by: Ex5_4.ABlockServesItsOwnClassWhileThereIsRoom
// Message: although a new one may be had
  // [exercise 5.4b]
  const ClassIndex first = non_empty_.FirstFrom(asked);
  if (first == asked || first == kNoClass) return first;
  const std::size_t bytes = shelves_[asked].block_bytes;
  static_cast<void>(elsewhere);
  return shelves_[first].block_bytes <= bytes * 100 ? first : kNoClass;
  // [end 5.4b]
