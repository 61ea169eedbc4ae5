// Mistake: stops looking at the first empty way, as if ways were filled without gaps.
// Verdict: failed
// Caught by: Ex5_3.AnEmptiedWayIsUsedAgainAndNobodyMoves
// Message: not seen any more
  // [exercise 5.3e]
  if (address == nullptr) return kNoSlot;
  const std::size_t first = SetOf(address) * kWays;
  for (std::size_t slot = first; slot < first + kWays; ++slot) {
    const std::uint64_t word = Word(slot).load(std::memory_order_acquire);
    if (word == 0) return kNoSlot;
    if (BlockOf(word) == address) return static_cast<Slot>(slot);
  }
  return kNoSlot;
  // [end 5.3e]
