// Mistake: compares with > where the last block is number capacity - 1.
// Verdict: failed
// Caught by: Ex3_1.EndsAfterTheLastBlock
// Message: a fourth block
  // [exercise 3.1d]
  if (slab.carved > slab.capacity) return nullptr;
  const std::size_t offset = slab.first_offset + slab.carved * slab.block_bytes;
  ++slab.carved;
  return reinterpret_cast<std::byte*>(&slab) + offset;
  // [end 3.1d]
