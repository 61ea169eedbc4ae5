// Mistake: refuses a request while blocks lie idle on the shelves.
// Verdict: failed
// Caught by: Ex5_6.IdleBlocksAreGivenBackBeforeARequestFails
// Message: lie idle on a shelf
  // [exercise 5.6e]
  void* const block = bytes > kMostBytes ? nullptr : upstream_.Allocate(bytes);
  if (block == nullptr) {
    ++refused_;
  } else {
    Count(reason);
  }
  return block;
  // [end 5.6e]
