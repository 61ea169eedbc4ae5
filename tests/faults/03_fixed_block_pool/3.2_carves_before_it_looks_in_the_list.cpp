// Mistake: takes fresh blocks while warm ones wait in the list.
// Verdict: failed
// Caught by: Ex3_2.TheStorePrefersTheBlockThatCameBackLast
// Message: warm
  // [exercise 3.2c]
  if (slabs_ != nullptr) {
    if (void* const block = CarveBlock(*slabs_)) return block;
  }
  return free_.Pop();
  // [end 3.2c]
