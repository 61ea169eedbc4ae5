// Mistake: asks under the lock only whether the slot is still taken, not by whom.
// Verdict: failed
// Caught by: Ex5_4.AnotherBlockInTheSlotIsNotTakenForTheOneThatLeft
// Message: compare the address once more
  // [exercise 5.4f]
  const Slot slot = table_.Find(block);  // without the lock: most small blocks are not ours
  if (slot == BlockTable::kNoSlot) return Returned::kForeign;
  const std::lock_guard lock(mutex_);
  const std::uint64_t word = table_.At(slot);
  if (word == 0) return Returned::kForeign;  // forgotten meanwhile
  if (next_[slot] != kLive) return Returned::kTwice;
  now_.live_bytes -= shelves_[serves_[slot]].block_bytes;
  const ClassIndex shelf = BlockTable::ClassOf(word);
  if (shelf < kExactFlag && shelves_[shelf].open) {
    Push(shelf, slot);
    return Returned::kShelved;
  }
  Disown(slot);
  return Returned::kDisowned;
  // [end 5.4f]
