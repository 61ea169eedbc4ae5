// Mistake: counts the block before it computes its address: block 0 is never used.
// Verdict: failed
// Caught by: Ex3_1.CarvesBlocksInTheOrderOfAddressesFromBlockZero
// Message: block 0
  // [exercise 3.1d]
  if (slab.carved == slab.capacity) return nullptr;
  ++slab.carved;
  return reinterpret_cast<std::byte*>(&slab) + slab.first_offset + slab.carved * slab.block_bytes;
  // [end 3.1d]
