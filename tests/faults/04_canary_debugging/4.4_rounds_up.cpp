// Mistake: writes a whole number where only a piece fits, into the guard.
// Verdict: failed
// Caught by: Ex4_4.WritesALastPieceAndNothingBehindIt
// Message: bytes from an address
  // [exercise 4.4]
  auto* const at = static_cast<unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes; i += sizeof(pattern))
    std::memcpy(at + i, &pattern, sizeof(pattern));
  // [end 4.4]
