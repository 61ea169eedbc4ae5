// Mistake: leaves the guard behind the payload open.
// Verdict: failed
// Caught by: Ex4_9.GuardsAreClosedAndOpenedWithoutThePayload
// Message: defined and must stay so
  // [exercise 4.9]
  marker.no_access(block.original, block.head_bytes());
  // [end 4.9]
