// Mistake: notes an address that is no multiple of 64, and so another one.
// Verdict: failed
// Caught by: Ex5_3.RefusesAnAddressThatAWordCannotHold
// Message: would hold another address
  // [exercise 5.3d]
  const std::size_t first = SetOf(block) * kWays;
  for (std::size_t slot = first; slot < first + kWays; ++slot) {
    if (Word(slot).load(std::memory_order_relaxed) != 0) continue;
    Word(slot).store(Pack(block, index), std::memory_order_release);
    return static_cast<Slot>(slot);
  }
  return kNoSlot;
  // [end 5.3d]
