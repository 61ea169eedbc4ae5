// Mistake: an unsigned int holds less than 4 GiB.
// Verdict: failed
// Caught by: Ex0_1.CountsBeyondFourGibibytes
// Message: a count of 32 bits
  // [exercise 0.1]
  Peak peak;
  std::uint32_t live = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == trace::Kind::kFree) {
      live -= static_cast<std::uint32_t>(events[i].bytes);
      continue;
    }
    live += static_cast<std::uint32_t>(events[i].bytes);
    if (live > peak.bytes) peak = {live, i + 1};
  }
  return peak;
  // [end 0.1]
