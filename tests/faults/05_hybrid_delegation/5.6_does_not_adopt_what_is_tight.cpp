// Mistake: adopts a block of the size asked for only if the class is cold.
// Verdict: failed
// Caught by: Ex5_6.WithoutRoomForTheClassTheSizeAskedForWillDo
// Message: the shelves must know it
  // [exercise 5.6c]
  if (void* const block = TakeIdle(shelf)) return block;
  MakeRoom(shelf_bytes(shelf));
  if (fit == Fit::kWhole) {
    if (void* const block = upstream_.Allocate(shelf_bytes(shelf))) {
      if (!shelves_.Adopt(shelf, block, Fit::kWhole)) Count(Delegated::kNoPlace);
      return block;
    }
  }
  void* const block = Delegate(bytes, fit == Fit::kWhole ? Delegated::kTooTight : Delegated::kCold);
  if (block != nullptr && fit == Fit::kExact) shelves_.Adopt(shelf, block, Fit::kExact);
  return block;
  // [end 5.6c]
