// Mistake: a size that is a class already gets the next one.
// Verdict: failed
// Caught by: Ex0_2.SmallClassesAre64Apart
// Message: it fits exactly
  // [exercise 0.2d]
  if (bytes == 0) return 0;
  const std::uint64_t step = std::max<std::uint64_t>(64, std::bit_floor(bytes) / 4);
  return (bytes / step + 1) * step;
  // [end 0.2d]
