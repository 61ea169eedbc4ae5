// Mistake: writes a link into every block of a fresh slab: the kernel must back 4 MiB that nobody has asked for.
// Verdict: failed
// Caught by: Ex3_1.WritesTheHeaderAndNothingElse
// Message: was written
  // [exercise 3.1c]
  auto* const slab = new (memory) Slab;
  slab->next = nullptr;
  slab->block_bytes = block_bytes;
  slab->capacity = static_cast<std::uint32_t>(BlocksPerSlab(block_bytes));
  slab->first_offset = FirstBlockOffset(slab->capacity);
  slab->carved = 0;
  slab->owner.store(owner, std::memory_order_release);
  auto* const first = static_cast<std::byte*>(memory) + slab->first_offset;
  for (std::size_t i = 0; i + 1 < slab->capacity; ++i)
    *reinterpret_cast<void**>(first + i * block_bytes) = first + (i + 1) * block_bytes;
  return slab;
  // [end 3.1c]
