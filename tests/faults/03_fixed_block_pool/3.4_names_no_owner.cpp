// Mistake: forgets to write whose slab it is.
// Verdict: failed
// Caught by: Ex3_4.EverySlabNamesItsOwner
// Message: lies in no slab that has an owner
  // [exercise 3.4]
  if (slab_count_ >= max_slabs_) return PoolFailure::kCapReached;
  void* const memory = slab_region::Commit();
  if (memory == nullptr) return PoolFailure::kNoMoreMemory;
  AddSlab(FormatSlab(memory, block_bytes_, nullptr));
  return PoolFailure::kNone;
  // [end 3.4]
