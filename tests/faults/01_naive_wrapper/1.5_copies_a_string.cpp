// Mistake: a copy for strings, which ends at the first zero byte.
// Verdict: failed
// Caught by: Ex1_5.CopiesZerosToo
// Message: stops at the first zero byte
// [exercise 1.5]
  auto* to = static_cast<char*>(dest);
  const auto* from = static_cast<const char*>(src);
  for (std::size_t i = 0; i < count && (i == 0 || from[i - 1] != 0); ++i) to[i] = from[i];
// [end 1.5]
