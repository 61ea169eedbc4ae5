// Mistake: says what was asked for, but not how much would have been allowed.
// Verdict: failed
// Caught by: Ex1_3.TheMessageNamesTheLimit
// Message: the limit is
// [exercise 1.3b]
  C10_THROW_ERROR(OutOfMemoryError, c10::str("NaiveAllocator: cannot allocate ", n, " bytes"));
// [end 1.3b]
