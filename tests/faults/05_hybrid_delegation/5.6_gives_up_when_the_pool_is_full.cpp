// Mistake: takes a full pool for the end of memory.
// Verdict: failed
// Caught by: Ex5_6.AFullPoolFallsBackToTheUpstream
// Message: the upstream is not
  // [exercise 5.6b]
  static_cast<void>(bytes);
  return pools_[pool]->Allocate();
  // [end 5.6b]
