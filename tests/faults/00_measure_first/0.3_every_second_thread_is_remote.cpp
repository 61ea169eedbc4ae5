// Mistake: remote is any free that is not on thread 0.
// Verdict: failed
// Caught by: Ex0_3.AFreeByAnotherThreadIsRemote
// Message: by another thread; 50 B for 2.
  // [exercise 0.3]
  struct Open {
    std::size_t index;
    std::size_t born;
    std::uint32_t thread;
  };
  std::vector<Lifetime> lifetimes;
  std::unordered_map<std::uint64_t, Open> open;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const trace::Event& event = events[i];
    if (event.kind == trace::Kind::kAllocate) {
      open[event.id] = {lifetimes.size(), i, event.thread};
      lifetimes.push_back({event.bytes, events.size() - i, false, false});
      continue;
    }
    const Open& block = open.at(event.id);
    Lifetime& lifetime = lifetimes[block.index];
    lifetime.events = i - block.born;
    lifetime.freed = true;
    lifetime.remote = event.thread != 0;
    open.erase(event.id);
  }
  return lifetimes;
  // [end 0.3]
