// Mistake: leaves out those who lived exactly as long.
// Verdict: failed
// Caught by: Ex0_3.TheYoungAreThoseThatWereFreedSoon
// Message: takes the 2 in
  // [exercise 0.3b]
  std::uint64_t young_blocks = 0;
  std::uint64_t young_memory = 0;
  std::uint64_t memory = 0;
  for (const Lifetime& lifetime : lifetimes) {
    const std::uint64_t byte_events = lifetime.bytes * lifetime.events;
    memory += byte_events;
    if (!lifetime.freed || lifetime.events >= most_events) continue;
    ++young_blocks;
    young_memory += byte_events;
  }
  return {Share(young_blocks, lifetimes.size()), Share(young_memory, memory)};
  // [end 0.3b]
