// Mistake: zeroes memory that is zero already: every page of the slab becomes resident.
// Verdict: failed
// Caught by: Ex3_1.WritesTheHeaderAndNothingElse
// Message: must now back its page
  // [exercise 3.1c]
  std::fill_n(static_cast<char*>(memory), kSlabBytes, char{0});
  auto* const slab = new (memory) Slab;
  slab->next = nullptr;
  slab->block_bytes = block_bytes;
  slab->capacity = static_cast<std::uint32_t>(BlocksPerSlab(block_bytes));
  slab->first_offset = FirstBlockOffset(slab->capacity);
  slab->carved = 0;
  slab->owner.store(owner, std::memory_order_release);
  return slab;
  // [end 3.1c]
