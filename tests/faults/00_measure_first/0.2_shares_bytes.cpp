// Mistake: weighs each request with its size.
// Verdict: failed
// Caught by: Ex0_2.TheFirstSizesServeTheirShareOfTheRequests
// Message: requests are counted, not bytes
  // [exercise 0.2c]
  std::uint64_t served = 0;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::uint64_t bytes = sizes[i].requests * sizes[i].bytes;
    all += bytes;
    if (i < pools) served += bytes;
  }
  return Share(served, all);
  // [end 0.2c]
