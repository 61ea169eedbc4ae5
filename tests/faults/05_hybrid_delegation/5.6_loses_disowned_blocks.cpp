// Mistake: frees upstream what the shelves call foreign, and forgets what they disown.
// Verdict: failed
// Caught by: Ex5_6.AColdClassGoesUpstreamAsItIs
// Message: must go back when it is freed
  // [exercise 5.6f]
  if (block == nullptr) return;
  const FreeError error = FixedBlockPool::Free(block);
  if (error == FreeError::kNone) return;
  if (error == FreeError::kMisaligned) EndProcess(block, "is inside a pool's block");
  if (error == FreeError::kNotOut) EndProcess(block, "is a free block of a pool: freed twice?");
  const Returned returned = GiveBack(block);
  if (returned == Returned::kTwice) EndProcess(block, "lies on its shelf already: freed twice");
  if (returned == Returned::kForeign) upstream_.Free(block);
  // [end 5.6f]
