// Mistake: throws the right exception and says nothing.
// Verdict: failed
// Caught by: Ex5_7_adapter.AFailureNamesWhatWasAskedForAndWhatIsHeld
// Message: It was: HybridAllocator: out of memory
  // [exercise 5.7d]
  static_cast<void>(n);
  TORCH_CHECK_WITH(OutOfMemoryError, false, "HybridAllocator: out of memory");
  // [end 5.7d]
