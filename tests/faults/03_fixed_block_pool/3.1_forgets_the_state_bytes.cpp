// Mistake: divides by the block alone: header and state bytes push the last block out of the slab.
// Verdict: failed
// Caught by: Ex3_1.HoldsAsManyBlocksAsFit
// Message: end behind the slab
  // [exercise 3.1b]
  return (kSlabBytes - sizeof(Slab)) / block_bytes;
  // [end 3.1b]
