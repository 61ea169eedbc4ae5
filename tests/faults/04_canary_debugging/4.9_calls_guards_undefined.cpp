// Mistake: opens the guards for writing: our own check would be the culprit.
// Verdict: failed
// Caught by: Ex4_9.GuardsAreClosedAndOpenedWithoutThePayload
// Message: Marked()
  // [exercise 4.9b]
  marker.undefined(block.original, block.head_bytes());
  marker.undefined(block.tail(), block.tail_bytes());
  // [end 4.9b]
