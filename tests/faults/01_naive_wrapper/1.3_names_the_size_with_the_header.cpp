// Mistake: reports what malloc was asked for; for a negative size that number has wrapped around.
// Verdict: failed
// Caught by: Ex1_3.TheMessageNamesTheSizeAskedFor
// Message: the message says
// [exercise 1.3b]
  C10_THROW_ERROR(OutOfMemoryError,
                  c10::str("NaiveAllocator: cannot allocate ", n + kHeaderBytes,
                           " bytes; a block has at most ", kMaxPayloadBytes, " bytes"));
// [end 1.3b]
