// Mistake: grows for as long as the operating system lets it.
// Verdict: failed
// Caught by: Ex3_4.StopsAtTheCapWithAReason
// Message: two slabs of three blocks
  // [exercise 3.4]
  void* const memory = slab_region::Commit();
  if (memory == nullptr) return PoolFailure::kNoMoreMemory;
  AddSlab(FormatSlab(memory, block_bytes_, owner_));
  return PoolFailure::kNone;
  // [end 3.4]
