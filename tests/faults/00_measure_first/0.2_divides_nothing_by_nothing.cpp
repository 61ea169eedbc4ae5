// Mistake: 0 of 0 is not a number, and no comparison with it is true.
// Verdict: failed
// Caught by: Ex0_2.MorePoolsThanSizesServeEverything
// Message: of no requests, none is served
  // [exercise 0.2c]
  const std::uint64_t served = SumOfRequests(sizes.first(std::min(pools, sizes.size())));
  return static_cast<double>(served) / static_cast<double>(SumOfRequests(sizes));
  // [end 0.2c]
