// Mistake: the order of a map: by size, not by requests.
// Verdict: failed
// Caught by: Ex0_2.CountsTheRequestsForEachSize
// Message: asked for: 2 x 100 B, 1 x 50 B
  // [exercise 0.2]
  std::map<std::uint64_t, std::uint64_t> requests;
  for (const trace::Event& event : events) {
    if (event.kind == trace::Kind::kAllocate && event.bytes > 0) ++requests[event.bytes];
  }
  std::vector<SizeCount> sizes;
  for (const auto& [bytes, count] : requests) sizes.push_back({bytes, count});
  return sizes;
  // [end 0.2]
