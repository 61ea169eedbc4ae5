// Mistake: finds bytes that differ from each other, and is content when all are equally wrong.
// Verdict: failed
// Caught by: Ex4_3.KnowsWhichByteIsWanted
// Message: not those that were asked for
  // [exercise 4.3]
  if (bytes == 0 || std::memcmp(begin, begin + 1, bytes - 1) == 0) return nullptr;
  while (*begin == expected) ++begin;
  return begin;
  // [end 4.3]
