// Mistake: takes each error of a pool for "not mine", so a bad free of a pool's block goes upstream.
// Verdict: failed
// Caught by: Ex5_6_Death.ABlockOfAPoolFreedTwiceEndsTheProcessWithASentence
// Message: this block is free already
  // [exercise 5.6f]
  if (block == nullptr) return;
  if (FixedBlockPool::Free(block) == FreeError::kNone) return;
  const Returned returned = GiveBack(block);
  if (returned == Returned::kTwice) EndProcess(block, "lies on its shelf already: freed twice");
  if (returned != Returned::kShelved) upstream_.Free(block);
  // [end 5.6f]
