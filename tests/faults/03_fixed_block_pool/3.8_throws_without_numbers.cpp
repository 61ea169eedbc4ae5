// Mistake: throws the right type with a text that helps nobody.
// Verdict: failed
// Caught by: Ex3_8.AnExhaustedPoolThrowsPyTorchsErrorWithBothNumbers
// Message: bytes asked for
  // [exercise 3.8c]
  TORCH_CHECK_WITH(OutOfMemoryError, n == 0, "PoolAllocator: ", Describe(why));
  std::abort();
  // [end 3.8c]
