// Mistake: lets a payload be read before anybody wrote to it.
// Verdict: failed
// Caught by: Ex4_9.AFreshBlockMayBeWrittenBetweenItsGuards
// Message: u*200
  // [exercise 4.9c]
  marker.defined(block.payload, block.payload_bytes);
  CloseGuards(marker, block);
  // [end 4.9c]
