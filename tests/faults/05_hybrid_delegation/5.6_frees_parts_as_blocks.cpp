// Mistake: asks the shelves alone, so a part of a cut block goes to the upstream, which never gave it.
// Verdict: failed
// Caught by: Ex5_6_halves.KeepTheirBytesThroughARandomRun
// Message: which is no live block of its own
  // [exercise 5.6f]
  if (block == nullptr) return;
  const FreeError error = FixedBlockPool::Free(block);
  if (error == FreeError::kNone) return;
  if (error == FreeError::kMisaligned) EndProcess(block, "is inside a pool's block");
  if (error == FreeError::kNotOut) EndProcess(block, "is a free block of a pool: freed twice?");
  const Returned returned = shelves_.Return(block);
  if (returned == Returned::kTwice) EndProcess(block, "lies on its shelf already: freed twice");
  if (returned != Returned::kShelved) upstream_.Free(block);
  // [end 5.6f]
