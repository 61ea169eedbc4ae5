// Mistake: a block that was never freed has no life.
// Verdict: failed
// Caught by: Ex0_3.ABlockThatIsNeverFreedLivesToTheEnd
// Message: never freed
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
    lifetime.remote = event.thread != block.thread;
    open.erase(event.id);
  }
  std::erase_if(lifetimes, [](const Lifetime& lifetime) { return !lifetime.freed; });
  return lifetimes;
  // [end 0.3]
