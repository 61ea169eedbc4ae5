// Mistake: takes a request back when its block is freed.
// Verdict: failed
// Caught by: Ex0_2.AFreeAsksForNothing
// Message: asked for: 1 x 100 B
  // [exercise 0.2]
  std::unordered_map<std::uint64_t, std::uint64_t> requests;
  for (const trace::Event& event : events) {
    if (event.bytes == 0) continue;
    requests[event.bytes] += event.kind == trace::Kind::kAllocate ? 1 : -1;
  }
  std::vector<SizeCount> sizes;
  for (const auto& [bytes, count] : requests) {
    if (count > 0) sizes.push_back({bytes, count});
  }
  MostRequestsFirst(sizes);
  return sizes;
  // [end 0.2]
