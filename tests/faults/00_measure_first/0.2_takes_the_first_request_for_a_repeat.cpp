// Mistake: a size that comes once counts as a repeat as soon as another one does.
// Verdict: failed
// Caught by: Ex0_2.EveryRequestForASizeButTheFirstIsARepeat
// Message: of 10 requests
  // [exercise 0.2b]
  std::uint64_t repeated = 0;
  for (const SizeCount& size : sizes) {
    if (size.requests > 1) repeated += size.requests;
  }
  return Share(repeated, SumOfRequests(sizes));
  // [end 0.2b]
