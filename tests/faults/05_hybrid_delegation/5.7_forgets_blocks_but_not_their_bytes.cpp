// Mistake: takes living blocks out of the table and goes on counting them as live.
// Verdict: failed
// Caught by: Ex5_7.BlocksThatAreAliveOutliveTheSwitch
// Message: bytes live
  // [exercise 5.7]
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < BlockTable::kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    if (table_.At(slot) != 0 && next_[slot] == kLive) Disown(slot);
  }
  // [end 5.7]
