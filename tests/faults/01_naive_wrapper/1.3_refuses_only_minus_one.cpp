// Mistake: knows one bad number, not the range.
// Verdict: failed
// Caught by: Ex1_3.SizesWhoseHeaderOverflowsAreRefused
// Message: it must throw c10::OutOfMemoryError
// [exercise 1.3]
  if (n == static_cast<std::size_t>(-1)) ThrowOutOfMemory(n);
// [end 1.3]
