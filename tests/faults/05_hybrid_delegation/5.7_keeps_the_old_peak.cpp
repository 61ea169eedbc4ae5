// Mistake: forgets what is live and keeps the peak of it, and so the limit.
// Verdict: failed
// Caught by: Ex5_7.ForgettingLeavesIdleBlocksAndStartsThePeakAnew
// Message: the peak starts anew
  // [exercise 5.7]
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < BlockTable::kSlots; ++i) {
    const auto slot = static_cast<Slot>(i);
    if (table_.At(slot) != 0 && next_[slot] == kLive) Disown(slot);
  }
  now_.live_bytes = 0;
  // [end 5.7]
