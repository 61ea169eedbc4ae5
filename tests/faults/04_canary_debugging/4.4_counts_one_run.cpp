// Mistake: stops counting at the first byte that is right again.
// Verdict: failed
// Caught by: Ex4_4.DamageOfAFreedBlockIsCountedInItsPayloadOnly
// Message: and the last one
  // [exercise 4.4c]
  const std::size_t first = FirstOffPattern(block.payload, block.payload_bytes, kFreedPattern);
  if (first == block.payload_bytes) return {};
  std::size_t end = first;
  while (end < block.payload_bytes && block.payload[end] != PatternByte(end, kFreedPattern)) ++end;
  return {DamagedPart::kFreedPayload, static_cast<std::ptrdiff_t>(first), end - first};
  // [end 4.4c]
