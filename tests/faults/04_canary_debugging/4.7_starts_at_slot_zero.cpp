// Mistake: gives the ring as it lies in memory.
// Verdict: failed
// Caught by: Ex4_7.AFullRingForgetsTheOldest
// Message: after event
  // [exercise 4.7c]
  const std::uint64_t kept = std::min<std::uint64_t>(recorded_, options_.ring_events);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, kept); ++i) events.push_back(ring_[i]);
  // [end 4.7c]
