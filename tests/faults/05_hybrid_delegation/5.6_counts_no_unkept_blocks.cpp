// Mistake: hands out a block that the shelf could not take over, and counts the request nowhere.
// Verdict: failed
// Caught by: Ex5_6_full_set.ABlockThatHasNoPlaceInTheTableServesAndIsNotKept
// Message: counts as delegated
  // [exercise 5.6c]
  if (void* const block = TakeIdle(shelf)) return block;
  MakeRoom(shelf_bytes(shelf));
  if (fit == Fit::kWhole) {
    if (void* const block = upstream_.Allocate(shelf_bytes(shelf))) {
      shelves_.Adopt(shelf, block, Fit::kWhole);
      return block;
    }
  }
  void* const block = Delegate(bytes, fit == Fit::kWhole ? Delegated::kTooTight : Delegated::kCold);
  if (block != nullptr) shelves_.Adopt(shelf, block, Fit::kExact);
  return block;
  // [end 5.6c]
