// Mistake: is off by one at the limit.
// Verdict: failed
// Caught by: Ex4_1.SaysZeroForSizesThatNoBlockCanHave
// Message: is still a size
  // [exercise 4.1]
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  const std::size_t extra = 2 * kGuardBytes + alignment - 1;
  if (payload_bytes >= kMost - extra) return 0;
  return payload_bytes + extra;
  // [end 4.1]
