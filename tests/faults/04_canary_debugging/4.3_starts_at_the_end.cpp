// Mistake: looks from the far end: the byte it names is the last bad one.
// Verdict: failed
// Caught by: Ex4_3.TakesTheFirstOfSeveral
// Message: guard[9]
  // [exercise 4.3]
  for (std::size_t i = bytes; i > 0; --i) {
    if (begin[i - 1] != expected) return begin + i - 1;
  }
  return nullptr;
  // [end 4.3]
