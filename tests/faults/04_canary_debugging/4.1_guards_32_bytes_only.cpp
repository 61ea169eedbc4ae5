// Mistake: leaves the padding behind the 32 bytes of the tail guard unwatched.
// Verdict: failed
// Caught by: Ex4_1.GuardsEveryByteThatIsNotPayload
// Message: is the payload's first
  // [exercise 4.1c]
  std::memset(block.original, kHeadByte, block.head_bytes());
  std::memset(block.tail(), kTailByte, kGuardBytes);
  // [end 4.1c]
