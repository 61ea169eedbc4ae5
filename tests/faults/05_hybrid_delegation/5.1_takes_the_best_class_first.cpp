// Mistake: takes the class that serves most, then the next one, and never looks back (greedy).
// Verdict: failed
// Caught by: Ex5_1.TwoClassesMayBothDifferFromTheBestOne
// Message: serve all 122 requests
  // [exercise 5.1b]
  const std::size_t n = sizes.size();
  std::vector<bool> taken(n, false);
  std::vector<SizeClass> chosen;
  for (std::size_t k = 0; k < limits.max_classes; ++k) {
    std::size_t best = n;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t served = 0;
      bool free = true;
      for (std::size_t j = first[i]; j <= i; ++j) {
        served += sizes[j].requests;
        free = free && !taken[j];
      }
      if (!free || served <= most) continue;
      most = served;
      best = i;
    }
    if (best == n) break;
    for (std::size_t j = first[best]; j <= best; ++j) taken[j] = true;
    const std::size_t block_bytes = sizes[best].bytes;
    chosen.push_back({LeastServed(block_bytes, limits.max_slack_percent), block_bytes});
  }
  std::sort(chosen.begin(), chosen.end(), [](const SizeClass& a, const SizeClass& b) {
    return a.block_bytes < b.block_bytes;
  });
  return chosen;
  // [end 5.1b]
