// Mistake: asks the shelf only, so no block is ever cut.
// Verdict: failed
// Caught by: Ex5_6_halves.KeepTheirBytesThroughARandomRun
// Message: does FromShelf() ask TakeIdle()
  // [exercise 5.6c]
  if (void* const block = shelves_.Take(shelf, pool_reserved_bytes_)) return block;
  MakeRoom(shelf_bytes(shelf));
  if (fit == Fit::kWhole) {
    if (void* const block = upstream_.Allocate(shelf_bytes(shelf))) {
      if (!shelves_.Adopt(shelf, block, Fit::kWhole)) Count(Delegated::kNoPlace);
      return block;
    }
  }
  void* const block = Delegate(bytes, fit == Fit::kWhole ? Delegated::kTooTight : Delegated::kCold);
  if (block != nullptr) shelves_.Adopt(shelf, block, Fit::kExact);
  return block;
  // [end 5.6c]
