// Mistake: does not look at the last one to three bytes.
// Verdict: failed
// Caught by: Ex4_4.FindsTheFirstByteOffThePattern
// Message: was changed
  // [exercise 4.4b]
  const auto* const at = static_cast<const unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes / 4 * 4; ++i) {
    if (at[i] != PatternByte(i, pattern)) return i;
  }
  return bytes;
  // [end 4.4b]
