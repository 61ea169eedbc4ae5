// Mistake: sends whatever the pool refuses to the upstream, bad frees too.
// Verdict: failed
// Caught by: Ex3_8_Death.ADoubleFreeIsNamed
// Message: bad free
  // [exercise 3.8d]
  if (data == nullptr) return;
  if (FixedBlockPool::Free(data) == FreeError::kNone) return;
  static_cast<void>(&EndProcess);
  upstream.raw_deallocate(data);
  // [end 3.8d]
