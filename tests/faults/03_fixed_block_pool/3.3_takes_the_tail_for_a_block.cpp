// Mistake: forgets that the blocks end before the slab does.
// Verdict: failed
// Caught by: Ex3_3.NoBlockStartsInTheHeaderOrTheTail
// Message: behind the last block
  // [exercise 3.3b]
  const std::size_t offset = OffsetInSlab(address);
  if (offset < slab.first_offset) return false;
  return (offset - slab.first_offset) % slab.block_bytes == 0;
  // [end 3.3b]
