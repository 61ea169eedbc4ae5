// Mistake: takes a block without the lock.
// Verdict: crashed
// Caught by: Ex5_4.AFreedBlockServesTheNextRequest
// Message: without their lock
  // [exercise 5.4]
  const ClassIndex from = ShelfFor(shelf, elsewhere);
  if (from == kNoClass) return nullptr;
  const Slot slot = Pop(from);
  ++now_.reused;
  NoteLive(shelf, slot);
  return BlockTable::BlockOf(table_.At(slot));
  // [end 5.4]
