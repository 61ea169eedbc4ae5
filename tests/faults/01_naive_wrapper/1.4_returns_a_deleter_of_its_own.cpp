// Mistake: another function than the blocks carry, even if it does the same.
// Verdict: failed
// Caught by: Ex1_4.EveryBlockHasTheRawDeleter
// Message: allocate(0)
// [exercise 1.4]
  return [](void* payload) { DeleteBlock(payload); };
// [end 1.4]
