// Mistake: asks the pool about null, hears "foreign", and frees it upstream.
// Verdict: failed
// Caught by: Ex3_8.ZeroBytesTakeNoBlock
// Message: null was passed on
  // [exercise 3.8d]
  const FreeError error = FixedBlockPool::Free(data);
  if (error == FreeError::kNone) return;
  if (error != FreeError::kForeign) EndProcess(data, error);
  upstream.raw_deallocate(data);
  // [end 3.8d]
