// Mistake: asks only the pools that this core has open, so a block of another pool goes upstream.
// Verdict: failed
// Caught by: Ex5_6.ABlockOfAPoolOfAnotherOwnerGoesBackToThatPool
// Message: knows every pool of the process
  // [exercise 5.6f]
  if (block == nullptr) return;
  for (const auto& pool : pools_) {
    if (!pool->Owns(block)) continue;
    const FreeError error = FixedBlockPool::Free(block);
    if (error == FreeError::kMisaligned) EndProcess(block, "is inside a pool's block");
    if (error == FreeError::kNotOut) EndProcess(block, "is a free block of a pool: freed twice?");
    return;
  }
  const Returned returned = GiveBack(block);
  if (returned == Returned::kTwice) EndProcess(block, "lies on its shelf already: freed twice");
  if (returned != Returned::kShelved) upstream_.Free(block);
  // [end 5.6f]
