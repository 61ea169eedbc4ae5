// Mistake: looks at the pointer and then sets it; two threads that look at once make two.
// Verdict: failed
// Caught by: Ex1_8.TwoFirstCallsAtOnceMakeOneAllocator
// Message: two threads got two allocators
// [exercise 1.8]
  static NaiveAllocator* shared = nullptr;
  if (shared == nullptr) shared = new NaiveAllocator;
  return *shared;
// [end 1.8]
