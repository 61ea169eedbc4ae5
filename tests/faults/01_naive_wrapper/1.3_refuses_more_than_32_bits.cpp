// Mistake: takes the limit of int for the limit of memory.
// Verdict: failed
// Caught by: Ex1_3.TwoGigabytesAreNotTooMuch
// Message: cannot allocate 2147483649 bytes
// [exercise 1.3]
  if (n > std::size_t{std::numeric_limits<std::int32_t>::max()}) ThrowOutOfMemory(n);
// [end 1.3]
