// Mistake: one allocator for each thread, each with counters of its own.
// Verdict: failed
// Caught by: Ex1_8.ThereIsOneSharedAllocator
// Message: here
// [exercise 1.8]
  static thread_local auto* const shared = new NaiveAllocator;
  return *shared;
// [end 1.8]
