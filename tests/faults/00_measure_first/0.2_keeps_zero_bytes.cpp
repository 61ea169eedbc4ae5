// Mistake: counts requests that take no memory.
// Verdict: failed
// Caught by: Ex0_2.RequestsForZeroBytesAreLeftOut
// Message: asked for: 1 x 64 B
  // [exercise 0.2]
  std::unordered_map<std::uint64_t, std::uint64_t> requests;
  for (const trace::Event& event : events) {
    if (event.kind == trace::Kind::kAllocate) ++requests[event.bytes];
  }
  std::vector<SizeCount> sizes;
  for (const auto& [bytes, count] : requests) sizes.push_back({bytes, count});
  MostRequestsFirst(sizes);
  return sizes;
  // [end 0.2]
