// Mistake: compares with >, so that one slab too many is opened.
// Verdict: failed
// Caught by: Ex3_4.ACapOfNoneNeverGrows
// Message: a cap of 0 slabs
  // [exercise 3.4]
  if (slab_count_ > max_slabs_) return PoolFailure::kCapReached;
  void* const memory = slab_region::Commit();
  if (memory == nullptr) return PoolFailure::kNoMoreMemory;
  AddSlab(FormatSlab(memory, block_bytes_, owner_));
  return PoolFailure::kNone;
  // [end 3.4]
