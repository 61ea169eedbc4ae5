// Mistake: counts a block as freed again when its memory goes.
// Verdict: failed
// Caught by: Ex4_8.AFreedBlockIsActiveUntilItsMemoryGoes
// Message: it was freed once
  // [exercise 4.8e]
  allocation.Decrease(1);
  active.Decrease(1);
  active_bytes.Decrease(block.payload_bytes);
  reserved_bytes.Decrease(block.total_bytes);
  // [end 4.8e]
