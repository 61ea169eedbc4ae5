// Mistake: asks the upstream once more although nothing went back.
// Verdict: failed
// Caught by: Ex5_6.TheUpstreamIsAskedOnceMoreOnlyIfSomethingWentBack
// Message: no reason to ask once more
  // [exercise 5.6e]
  void* block = bytes > kMostBytes ? nullptr : upstream_.Allocate(bytes);
  if (block == nullptr && bytes <= kMostBytes) {
    GiveBackIdle();
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
