// Mistake: leaves the last one to three bytes as they were.
// Verdict: failed
// Caught by: Ex4_4.WritesALastPieceAndNothingBehindIt
// Message: bytes from an address
  // [exercise 4.4]
  auto* at = static_cast<unsigned char*>(memory);
  for (; bytes >= sizeof(pattern); bytes -= sizeof(pattern), at += sizeof(pattern))
    std::memcpy(at, &pattern, sizeof(pattern));
  // [end 4.4]
