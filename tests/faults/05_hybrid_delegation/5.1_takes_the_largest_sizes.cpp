// Mistake: takes a class for each of the most frequent sizes and forgets that a class serves its neighbours too.
// Verdict: failed
// Caught by: Ex5_1.OneClassServesNeighboursWithinTheSlack
// Message: three sizes fit in it
  // [exercise 5.1b]
  std::vector<SizeCount> by_requests = sizes;
  std::stable_sort(by_requests.begin(), by_requests.end(), [](const SizeCount& a, const SizeCount& b) {
    return a.requests > b.requests;
  });
  std::vector<SizeClass> chosen;
  for (const auto& [bytes, requests] : by_requests) {
    if (chosen.size() == limits.max_classes) break;
    chosen.push_back({LeastServed(bytes, limits.max_slack_percent), bytes});
  }
  std::sort(chosen.begin(), chosen.end(), [](const SizeClass& a, const SizeClass& b) {
    return a.block_bytes < b.block_bytes;
  });
  static_cast<void>(first);
  return chosen;
  // [end 5.1b]
