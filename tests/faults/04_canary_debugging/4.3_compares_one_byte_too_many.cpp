// Mistake: compares each byte with the one behind it, the last one too.
// Verdict: failed
// Caught by: Ex4_3.ReadsNotOneByteTooFar
// Message: a memcmp one byte too long
  // [exercise 4.3]
  if (bytes == 0) return nullptr;
  if (*begin == expected && std::memcmp(begin, begin + 1, bytes) == 0) return nullptr;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (begin[i] != expected) return begin + i;
  }
  return nullptr;
  // [end 4.3]
