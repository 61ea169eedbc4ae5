// Mistake: compares granules, so that an address inside the first 64 bytes of a block is taken for its start.
// Verdict: failed
// Caught by: Ex5_3.OnlyTheStartOfABlockIsFound
// Message: is not where the block starts
  // [exercise 5.3e]
  if (address == nullptr) return kNoSlot;
  const std::size_t first = SetOf(address) * kWays;
  for (std::size_t slot = first; slot < first + kWays; ++slot) {
    const auto granule = reinterpret_cast<std::uintptr_t>(address) / kGranuleBytes;
    if (Word(slot).load(std::memory_order_acquire) >> kClassBits == granule)
      return static_cast<Slot>(slot);
  }
  return kNoSlot;
  // [end 5.3e]
