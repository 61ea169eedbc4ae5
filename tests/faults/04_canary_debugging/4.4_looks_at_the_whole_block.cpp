// Mistake: looks for the pattern in the guards too.
// Verdict: failed
// Caught by: Ex4_4.DamageOfAFreedBlockIsCountedInItsPayloadOnly
// Message: CheckFreed(block)
  // [exercise 4.4c]
  const std::size_t bytes = block.payload_bytes + block.tail_bytes();
  const std::size_t first = FirstOffPattern(block.payload, bytes, kFreedPattern);
  if (first == bytes) return {};
  std::size_t bad = 0;
  for (std::size_t i = first; i < bytes; ++i)
    bad += block.payload[i] != PatternByte(i, kFreedPattern) ? 1 : 0;
  return {DamagedPart::kFreedPayload, static_cast<std::ptrdiff_t>(first), bad};
  // [end 4.4c]
