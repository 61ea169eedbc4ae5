// Mistake: adds a life when it ends.
// Verdict: failed
// Caught by: Ex0_3.BlocksComeInTheOrderOfTheirAllocations
// Message: but block 1 was born first
  // [exercise 0.3]
  struct Open {
    std::uint64_t bytes;
    std::size_t born;
    std::uint32_t thread;
  };
  std::vector<Lifetime> lifetimes;
  std::map<std::uint64_t, Open> open;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const trace::Event& event = events[i];
    if (event.kind == trace::Kind::kAllocate) {
      open[event.id] = {event.bytes, i, event.thread};
      continue;
    }
    const Open& block = open.at(event.id);
    lifetimes.push_back({block.bytes, i - block.born, true, event.thread != block.thread});
    open.erase(event.id);
  }
  for (const auto& [id, block] : open) {
    lifetimes.push_back({block.bytes, events.size() - block.born, false, false});
  }
  return lifetimes;
  // [end 0.3]
