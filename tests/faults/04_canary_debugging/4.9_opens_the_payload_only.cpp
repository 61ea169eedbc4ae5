// Mistake: gives a block back with closed guards: its next user is called the culprit.
// Verdict: failed
// Caught by: Ex4_9.AFreedBlockIsClosedWhole
// Message: the guards too
  // [exercise 4.9e]
  marker.defined(block.payload, block.payload_bytes);
  // [end 4.9e]
