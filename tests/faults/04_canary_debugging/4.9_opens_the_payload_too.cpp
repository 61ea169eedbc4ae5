// Mistake: calls the whole payload defined when it opens the guards for a check.
// Verdict: failed
// Caught by: Ex4_9.GuardsAreClosedAndOpenedWithoutThePayload
// Message: Marked()
  // [exercise 4.9b]
  marker.defined(block.original, block.total_bytes);
  // [end 4.9b]
