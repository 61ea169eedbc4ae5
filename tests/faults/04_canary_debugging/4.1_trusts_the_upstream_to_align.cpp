// Mistake: has no room for a block of the upstream that begins at an odd address.
// Verdict: failed
// Caught by: Ex4_1.AsksForBothGuardsAndTheWorstShift
// Message: need two guards
  // [exercise 4.1]
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  const std::size_t extra = 2 * kGuardBytes + (alignment > 64 ? alignment - 1 : 0);
  if (payload_bytes > kMost - extra) return 0;
  return payload_bytes + extra;
  // [end 4.1]
