// Mistake: adds up all that was ever asked for: the total, not the peak.
// Verdict: failed
// Caught by: Ex0_1.AFreedBlockCountsNoMore
// Message: never live together
  // [exercise 0.1]
  Peak peak;
  std::uint64_t live = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == trace::Kind::kFree) {
      continue;
    }
    live += events[i].bytes;
    if (live > peak.bytes) peak = {live, i + 1};
  }
  return peak;
  // [end 0.1]
