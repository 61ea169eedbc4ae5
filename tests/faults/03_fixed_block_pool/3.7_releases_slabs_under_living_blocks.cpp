// Mistake: gives the slabs back when the pool closes, whoever holds blocks.
// Verdict: failed
// Caught by: Ex3_7.BlocksOutliveTheirPool
// Message: went away under a living block
  // [exercise 3.7c]
  if (!closed()) return;
  DeleteCaches();
  store_.ReleaseSlabs();
  id_.store(0, std::memory_order_release);
  // [end 3.7c]
