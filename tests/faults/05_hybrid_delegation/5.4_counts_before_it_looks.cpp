// Mistake: takes a block off the live bytes before it asks whether the block is live.
// Verdict: failed
// Caught by: Ex5_4.ABlockFreedTwiceIsNoticed
// Message: ask for kTwice first
  // [exercise 5.4f]
  const Slot slot = table_.Find(block);  // without the lock: most small blocks are not ours
  if (slot == BlockTable::kNoSlot) return Returned::kForeign;
  const std::lock_guard lock(mutex_);
  const std::uint64_t word = table_.At(slot);
  if (BlockTable::BlockOf(word) != block) return Returned::kForeign;  // forgotten meanwhile
  now_.live_bytes -= shelves_[serves_[slot]].block_bytes;
  if (next_[slot] != kLive) return Returned::kTwice;
  const ClassIndex shelf = BlockTable::ClassOf(word);
  if (shelf < kExactFlag && shelves_[shelf].open) {
    Push(shelf, slot);
    return Returned::kShelved;
  }
  Disown(slot);
  return Returned::kDisowned;
  // [end 5.4f]
