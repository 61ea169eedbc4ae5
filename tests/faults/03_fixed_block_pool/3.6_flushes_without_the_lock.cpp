// Mistake: gives a batch back to the shared store without its lock.
// Verdict: crashed
// Caught by: Ex3_6.GoesToThePoolOnceABatch
// Message: store was touched without the lock
  // [exercise 3.6d]
  for (std::size_t i = 0; i < core.batch(); ++i) core.store().Give(blocks.Pop());
  // [end 3.6d]
