// Mistake: gives the idle blocks of the first shelf back, and none of the others.
// Verdict: failed
// Caught by: Ex5_6.IdleBlocksOfAllShelvesAreGivenBackBeforeARequestFails
// Message: the request needs both
  // [exercise 5.6e]
  void* block = bytes > kMostBytes ? nullptr : upstream_.Allocate(bytes);
  if (block == nullptr && bytes <= kMostBytes && shelf_count() > 0 && EmptyShelf(0) > 0) {
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
