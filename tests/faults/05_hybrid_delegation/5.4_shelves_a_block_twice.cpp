// Mistake: does not look whether the block is live before it puts it on its shelf.
// Verdict: failed
// Caught by: Ex5_4.ABlockFreedTwiceIsNoticed
// Message: kTwice
  // [exercise 5.4f]
  const Slot slot = table_.Find(block);
  if (slot == BlockTable::kNoSlot) return Returned::kForeign;
  const std::lock_guard lock(mutex_);
  const std::uint64_t word = table_.At(slot);
  if (BlockTable::BlockOf(word) != block) return Returned::kForeign;
  now_.live_bytes -= shelves_[serves_[slot]].block_bytes;
  const ClassIndex shelf = BlockTable::ClassOf(word);
  if (shelf < kExactFlag && shelves_[shelf].open) {
    Push(shelf, slot);
    return Returned::kShelved;
  }
  Disown(slot);
  return Returned::kDisowned;
  // [end 5.4f]
