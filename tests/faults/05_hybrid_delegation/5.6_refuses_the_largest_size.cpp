// Mistake: refuses PTRDIFF_MAX itself, which is no negative number yet.
// Verdict: failed
// Caught by: Ex5_6.TheLargestPossibleSizeIsStillARequest
// Message: refused unasked
  // [exercise 5.6e]
  void* block = bytes >= kMostBytes ? nullptr : upstream_.Allocate(bytes);
  if (block == nullptr && bytes < kMostBytes && GiveBackIdle() > 0) {
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
