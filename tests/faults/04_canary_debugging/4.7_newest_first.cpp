// Mistake: gives the events backwards.
// Verdict: failed
// Caught by: Ex4_7.KeepsEventsInTheirOrder
// Message: Serials
  // [exercise 4.7c]
  const std::uint64_t kept = std::min<std::uint64_t>(recorded_, options_.ring_events);
  for (std::uint64_t back = 1; back <= std::min<std::uint64_t>(count, kept); ++back)
    events.push_back(ring_[(recorded_ - back) % options_.ring_events]);
  // [end 4.7c]
