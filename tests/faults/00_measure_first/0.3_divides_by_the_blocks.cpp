// Mistake: the mean over blocks is not the mean over moments.
// Verdict: failed
// Caught by: Ex0_3.TheMeanFollowsFromTheLives
// Message: their mean is 80
  // [exercise 0.3c]
  std::uint64_t byte_events = 0;
  for (const Lifetime& lifetime : lifetimes) byte_events += lifetime.bytes * lifetime.events;
  return event_count == 0 ? 0 : Share(byte_events, lifetimes.size());
  // [end 0.3c]
