// Mistake: takes any address inside of a block for the block.
// Verdict: failed
// Caught by: Ex3_3.AnAddressInsideABlockIsMisaligned
// Message: kMisaligned
  // [exercise 3.3c]
  if (OffsetInSlab(address) < slab.first_offset) return FreeError::kMisaligned;
  StateByte& state = States(slab)[BlockIndex(slab, address)];
  return state.exchange(0, std::memory_order_relaxed) == kOut ? FreeError::kNone
                                                              : FreeError::kNotOut;
  // [end 3.3c]
