// Mistake: counts the guards nowhere.
// Verdict: failed
// Caught by: Ex4_8.ABlockInUseIsAllocatedActiveAndReserved
// Message: 400 now
  // [exercise 4.8c]
  allocation.Increase(1);
  allocated_bytes.Increase(block.payload_bytes);
  active.Increase(1);
  active_bytes.Increase(block.payload_bytes);
  reserved_bytes.Increase(block.payload_bytes);
  // [end 4.8c]
