// Mistake: throws what new throws; in Python that is a RuntimeError that nobody catches.
// Verdict: failed
// Caught by: Ex1_3.AHugeRequestThrowsOutOfMemoryError
// Message: threw something else than c10::OutOfMemoryError
// [exercise 1.3b]
  static_cast<void>(n);
  throw std::bad_alloc();
// [end 1.3b]
