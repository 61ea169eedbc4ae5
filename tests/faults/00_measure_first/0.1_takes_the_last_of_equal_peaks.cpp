// Mistake: "at least" where "more than" is meant: a peak that is reached again moves to the later moment.
// Verdict: failed
// Caught by: Ex0_1.TheFirstOfTwoEqualPeaksCounts
// Message: first reached after event 1
  // [exercise 0.1]
  Peak peak;
  std::uint64_t live = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == trace::Kind::kFree) {
      live -= events[i].bytes;
      continue;
    }
    live += events[i].bytes;
    if (live >= peak.bytes) peak = {live, i + 1};
  }
  return peak;
  // [end 0.1]
