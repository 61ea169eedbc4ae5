// Mistake: takes a freed block for one whose memory has gone back.
// Verdict: failed
// Caught by: Ex4_8.AFreedBlockIsActiveUntilItsMemoryGoes
// Message: nobody can have its memory yet
  // [exercise 4.8d]
  allocation.Decrease(1);
  allocated_bytes.Decrease(block.payload_bytes);
  active.Decrease(1);
  active_bytes.Decrease(block.payload_bytes);
  // [end 4.8d]
