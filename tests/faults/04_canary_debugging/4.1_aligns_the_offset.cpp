// Mistake: rounds the distance from the block, and not the address.
// Verdict: failed
// Caught by: Ex4_1.KeepsTheAlignmentForEverySizeAlignmentAndUpstream
// Message: is not at a multiple of
  // [exercise 4.1b]
  auto* const start = static_cast<unsigned char*>(original);
  const std::size_t offset = (kGuardBytes + alignment - 1) & ~(alignment - 1);
  return {start, TotalBytes(payload_bytes, alignment), start + offset, payload_bytes};
  // [end 4.1b]
