// Mistake: begins the tail guard at the next multiple of 8: an overrun by one byte goes unseen.
// Verdict: failed
// Caught by: Ex4_1.GuardsEveryByteThatIsNotPayload
// Message: is the payload's first
  // [exercise 4.1c]
  std::memset(block.original, kHeadByte, block.head_bytes());
  const std::size_t skipped = (8 - block.payload_bytes % 8) % 8;
  std::memset(block.tail() + skipped, kTailByte, block.tail_bytes() - skipped);
  // [end 4.1c]
