// Mistake: fills with the lowest byte, as memset does.
// Verdict: failed
// Caught by: Ex4_4.WritesThePatternOverAndOver
// Message: lowest byte of a number
  // [exercise 4.4]
  if (bytes > 0) std::memset(memory, static_cast<int>(pattern & 0xff), bytes);
  // [end 4.4]
