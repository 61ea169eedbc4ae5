// Mistake: adds the header first; the sum has wrapped around before it is compared.
// Verdict: failed
// Caught by: Ex1_3.SizesWhoseHeaderOverflowsAreRefused
// Message: it must throw c10::OutOfMemoryError
// [exercise 1.3]
  if (n + kHeaderBytes > kMaxPayloadBytes + kHeaderBytes) ThrowOutOfMemory(n);
// [end 1.3]
