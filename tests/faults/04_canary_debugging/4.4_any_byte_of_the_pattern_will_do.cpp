// Mistake: takes any of the four bytes in any place.
// Verdict: failed
// Caught by: Ex4_4.TheOrderOfThePatternsBytesCounts
// Message: shifted by one byte
  // [exercise 4.4b]
  const auto* const at = static_cast<const unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes; ++i) {
    bool known = false;
    for (std::size_t k = 0; k < 4; ++k) known |= at[i] == PatternByte(k, pattern);
    if (!known) return i;
  }
  return bytes;
  // [end 4.4b]
