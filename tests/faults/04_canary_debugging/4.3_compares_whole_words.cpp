// Mistake: compares eight bytes at a time and leaves out what is left.
// Verdict: failed
// Caught by: Ex4_3.FindsTheFirstByteThatIsAnother
// Message: was not found
  // [exercise 4.3]
  for (std::size_t i = 0; i + 8 <= bytes; ++i) {
    if (begin[i] != expected) return begin + i;
  }
  return nullptr;
  // [end 4.3]
