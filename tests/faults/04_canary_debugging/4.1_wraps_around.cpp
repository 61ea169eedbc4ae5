// Mistake: adds first and compares the sum, which has wrapped around.
// Verdict: failed
// Caught by: Ex4_1.SaysZeroForSizesThatNoBlockCanHave
// Message: may not wrap around
  // [exercise 4.1]
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  const std::size_t total = payload_bytes + 2 * kGuardBytes + alignment - 1;
  return total > kMost ? 0 : total;
  // [end 4.1]
