// Mistake: counts a larger block that stands in as if its own size had been asked for.
// Verdict: failed
// Caught by: Ex5_4_at_the_limit.AStandInCountsAsWhatWasAskedFor
// Message: two requests of 64 KiB
  // [exercise 5.4]
  const std::lock_guard lock(mutex_);
  const ClassIndex from = ShelfFor(shelf, elsewhere);
  if (from == kNoClass) return nullptr;
  const Slot slot = Pop(from);
  ++now_.reused;
  NoteLive(from, slot);
  return BlockTable::BlockOf(table_.At(slot));
  // [end 5.4]
