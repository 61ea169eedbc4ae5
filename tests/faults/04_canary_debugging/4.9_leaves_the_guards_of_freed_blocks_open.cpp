// Mistake: closes the payload of a freed block and not its guards, which the check had opened.
// Verdict: failed
// Caught by: Ex4_9.AFreedBlockIsClosedWhole
// Message: x*400
  // [exercise 4.9d]
  marker.no_access(block.payload, block.payload_bytes);
  // [end 4.9d]
