// Mistake: looks for multiples of the block size from the header on, not from block 0.
// Verdict: failed
// Caught by: Ex3_3.EachBlockStartsWhereItWasCarved
// Message: block 0
  // [exercise 3.3b]
  return OffsetInSlab(address) >= slab.first_offset &&
         OffsetInSlab(address) % slab.block_bytes == 0;
  // [end 3.3b]
