// Mistake: asked for a few events, gives the oldest that it has.
// Verdict: failed
// Caught by: Ex4_7.AFullRingForgetsTheOldest
// Message: the last two
  // [exercise 4.7c]
  const std::uint64_t kept = std::min<std::uint64_t>(recorded_, options_.ring_events);
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, kept); ++i)
    events.push_back(ring_[(recorded_ - kept + i) % options_.ring_events]);
  // [end 4.7c]
