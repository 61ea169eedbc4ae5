// Mistake: asks for another block when the shelf could not take the first one over, and loses it.
// Verdict: failed
// Caught by: Ex5_6_full_set.ABlockThatHasNoPlaceInTheTableServesAndIsNotKept
// Message: one that the shelf could not take over was lost
  // [exercise 5.6c]
  if (void* const block = TakeIdle(shelf)) return block;
  MakeRoom(shelf_bytes(shelf));
  if (fit == Fit::kWhole) {
    void* const block = upstream_.Allocate(shelf_bytes(shelf));
    if (block != nullptr && shelves_.Adopt(shelf, block, Fit::kWhole)) return block;
  }
  void* const block = Delegate(bytes, fit == Fit::kWhole ? Delegated::kTooTight : Delegated::kCold);
  if (block != nullptr) shelves_.Adopt(shelf, block, Fit::kExact);
  return block;
  // [end 5.6c]
