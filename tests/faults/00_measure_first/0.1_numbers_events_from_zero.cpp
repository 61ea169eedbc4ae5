// Mistake: says which event reached the peak, not how many had happened by then.
// Verdict: failed
// Caught by: Ex0_1.LiveBlocksAddUp
// Message: after event 1
  // [exercise 0.1]
  Peak peak;
  std::uint64_t live = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == trace::Kind::kFree) {
      live -= events[i].bytes;
      continue;
    }
    live += events[i].bytes;
    if (live > peak.bytes) peak = {live, i};
  }
  return peak;
  // [end 0.1]
