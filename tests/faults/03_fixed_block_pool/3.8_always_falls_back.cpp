// Mistake: asks the upstream when the pool is exhausted, though the owner of the pool wanted an error.
// Verdict: failed
// Caught by: Ex3_8.AnExhaustedPoolThrowsPyTorchsErrorWithBothNumbers
// Message: no exception
  // [exercise 3.8b]
  PoolFailure why = PoolFailure::kNone;
  if (void* const block = pool_.Allocate(&why)) return block;
  return AllocateUpstream(n);
  // [end 3.8b]
