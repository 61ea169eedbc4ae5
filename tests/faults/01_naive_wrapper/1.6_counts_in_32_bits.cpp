// Mistake: a number of 32 bits between the sum and the peak.
// Verdict: failed
// Caught by: Ex1_6.SizesBeyond32BitsAreCounted
// Message: 2 * kLarge
// [exercise 1.6]
  total_allocations_.fetch_add(1);
  live_blocks_.fetch_add(1);
  const auto live = static_cast<std::uint32_t>(live_bytes_.fetch_add(bytes) + bytes);
  RaisePeak(live);
// [end 1.6]
