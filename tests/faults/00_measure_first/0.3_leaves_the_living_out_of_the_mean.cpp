// Mistake: adds only lives that have ended.
// Verdict: failed
// Caught by: Ex0_3.TheMeanIsThatOfAllMoments
// Message: random trace, seed
  // [exercise 0.3c]
  std::uint64_t byte_events = 0;
  for (const Lifetime& lifetime : lifetimes) {
    if (lifetime.freed) byte_events += lifetime.bytes * lifetime.events;
  }
  return Share(byte_events, event_count);
  // [end 0.3c]
