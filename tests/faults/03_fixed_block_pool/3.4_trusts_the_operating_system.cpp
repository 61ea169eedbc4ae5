// Mistake: formats whatever Commit() returns, null too.
// Verdict: failed
// Caught by: Ex3_4.ARefusalOfTheOperatingSystemIsAReasonToo
// Message: the child crashed
  // [exercise 3.4]
  if (slab_count_ >= max_slabs_) return PoolFailure::kCapReached;
  AddSlab(FormatSlab(slab_region::Commit(), block_bytes_, owner_));
  return PoolFailure::kNone;
  // [end 3.4]
