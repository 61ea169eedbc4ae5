// Mistake: takes an empty way, which holds 0, for a block at address 0.
// Verdict: failed
// Caught by: Ex5_3.NullIsNeverFound
// Message: Find(nullptr)
  // [exercise 5.3e]
  const std::size_t first = SetOf(address) * kWays;
  for (std::size_t slot = first; slot < first + kWays; ++slot) {
    if (BlockOf(Word(slot).load(std::memory_order_acquire)) == address)
      return static_cast<Slot>(slot);
  }
  return kNoSlot;
  // [end 5.3e]
