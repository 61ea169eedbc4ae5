// Mistake: goes to the pool for every block: correct, and the lock is back in every call.
// Verdict: failed
// Caught by: Ex3_6.TheFirstBlockBringsABatch
// Message: a refill takes
  // [exercise 3.6c]
  const std::lock_guard lock(core.mutex());
  void* const block = core.store().Take(why);
  if (block == nullptr) return false;
  blocks.Push(block);
  core.NotePeak();
  return true;
  // [end 3.6c]
