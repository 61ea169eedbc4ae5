// Mistake: a block that is still live may have been allocated a moment ago.
// Verdict: failed
// Caught by: Ex0_3.WhoeverIsStillLiveDidNotDieYoung
// Message: nobody knows how long it will live
  // [exercise 0.3b]
  std::uint64_t young_blocks = 0;
  std::uint64_t young_memory = 0;
  std::uint64_t memory = 0;
  for (const Lifetime& lifetime : lifetimes) {
    const std::uint64_t byte_events = lifetime.bytes * lifetime.events;
    memory += byte_events;
    if (lifetime.events > most_events) continue;
    ++young_blocks;
    young_memory += byte_events;
  }
  return {Share(young_blocks, lifetimes.size()), Share(young_memory, memory)};
  // [end 0.3b]
