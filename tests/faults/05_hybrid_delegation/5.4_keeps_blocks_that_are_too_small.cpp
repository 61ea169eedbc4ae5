// Mistake: keeps a block that is smaller than its class for the next request of the class.
// Verdict: failed
// Caught by: Ex5_4.ABlockOfAnotherSizeIsCountedAndNotKept
// Message: might not fit
  // [exercise 5.4f]
  const Slot slot = table_.Find(block);
  if (slot == BlockTable::kNoSlot) return Returned::kForeign;
  const std::lock_guard lock(mutex_);
  const std::uint64_t word = table_.At(slot);
  if (BlockTable::BlockOf(word) != block) return Returned::kForeign;
  if (next_[slot] != kLive) return Returned::kTwice;
  now_.live_bytes -= shelves_[serves_[slot]].block_bytes;
  const ClassIndex shelf = ShelfOf(word);
  if (shelves_[shelf].open) {
    Push(shelf, slot);
    return Returned::kShelved;
  }
  Disown(slot);
  return Returned::kDisowned;
  // [end 5.4f]
