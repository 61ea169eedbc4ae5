// Mistake: a byte that lives for a second counts as much as one that lives for a day.
// Verdict: failed
// Caught by: Ex0_3.ManyYoungBlocksCanHoldLittleMemory
// Message: memory is bytes times events
  // [exercise 0.3b]
  std::uint64_t young_blocks = 0;
  std::uint64_t young_memory = 0;
  std::uint64_t memory = 0;
  for (const Lifetime& lifetime : lifetimes) {
    const std::uint64_t byte_events = lifetime.bytes;
    memory += byte_events;
    if (!lifetime.freed || lifetime.events > most_events) continue;
    ++young_blocks;
    young_memory += byte_events;
  }
  return {Share(young_blocks, lifetimes.size()), Share(young_memory, memory)};
  // [end 0.3b]
