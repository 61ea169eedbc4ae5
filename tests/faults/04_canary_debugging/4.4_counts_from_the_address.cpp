// Mistake: lets the address say which byte of the pattern comes, not the offset.
// Verdict: failed
// Caught by: Ex4_4.WritesALastPieceAndNothingBehindIt
// Message: bytes from an address
  // [exercise 4.4]
  auto* const at = static_cast<unsigned char*>(memory);
  const auto phase = reinterpret_cast<std::uintptr_t>(memory) % sizeof(pattern);
  for (std::size_t i = 0; i < bytes; ++i) at[i] = PatternByte(i + phase, pattern);
  // [end 4.4]
