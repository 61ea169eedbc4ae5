// Mistake: makes room in a full set by overwriting its first way, as a cache would.
// Verdict: failed
// Caught by: Ex5_3.ASetHolds8BlocksAndRefusesTheNinth
// Message: 8 ways are taken
  // [exercise 5.3d]
  const std::uint64_t word = Pack(block, index);
  if (BlockOf(word) != block) return kNoSlot;
  const std::size_t first = SetOf(block) * kWays;
  std::size_t slot = first;
  while (slot < first + kWays && Word(slot).load(std::memory_order_relaxed) != 0) ++slot;
  if (slot == first + kWays) slot = first;
  Word(slot).store(word, std::memory_order_release);
  return static_cast<Slot>(slot);
  // [end 5.3d]
