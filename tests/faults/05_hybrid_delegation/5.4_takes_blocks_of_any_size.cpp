// Mistake: hands out whatever idle block is large enough, however much larger.
// Verdict: failed
// Caught by: Ex5_4_at_the_limit.TheSmallestLargerBlockStandsIn
// Message: too much slack
  // [exercise 5.4b]
  const ClassIndex first = non_empty_.FirstFrom(asked);
  if (first == asked || first == kNoClass) return first;
  return BytesOverLimit(shelves_[asked].block_bytes, elsewhere) > 0 ? first : kNoClass;
  // [end 5.4b]
