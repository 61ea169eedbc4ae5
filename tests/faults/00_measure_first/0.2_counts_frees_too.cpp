// Mistake: a free carries bytes too, but asks for nothing.
// Verdict: failed
// Caught by: Ex0_2.AFreeAsksForNothing
// Message: it is no request
  // [exercise 0.2]
  std::unordered_map<std::uint64_t, std::uint64_t> requests;
  for (const trace::Event& event : events) {
    if (event.bytes > 0) ++requests[event.bytes];
  }
  std::vector<SizeCount> sizes;
  for (const auto& [bytes, count] : requests) sizes.push_back({bytes, count});
  MostRequestsFirst(sizes);
  return sizes;
  // [end 0.2]
