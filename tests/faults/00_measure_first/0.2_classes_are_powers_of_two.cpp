// Mistake: one class a doubling: half of a block can be slack.
// Verdict: failed
// Caught by: Ex0_2.LargeClassesAreAQuarterOfADoublingApart
// Message: 512 + 512 / 4
  // [exercise 0.2d]
  return bytes == 0 ? 0 : std::max<std::uint64_t>(64, bytes <= 256 ? (bytes + 63) / 64 * 64 : std::bit_ceil(bytes));
  // [end 0.2d]
