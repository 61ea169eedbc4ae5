// Mistake: gives all idle blocks back for a size that no machine has.
// Verdict: failed
// Caught by: Ex5_6.AnImpossibleSizeCostsNothing
// Message: what no machine has
  // [exercise 5.6e]
  void* block = upstream_.Allocate(bytes);
  if (block == nullptr && GiveBackIdle() > 0) {
    block = upstream_.Allocate(bytes);
    if (block != nullptr) ++rescued_;
  }
  if (block == nullptr) {
    ++refused_;
  } else {
    Count(reason);
  }
  return block;
  // [end 5.6e]
