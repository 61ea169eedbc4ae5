// Mistake: takes the first cache of the list out, whichever thread ends.
// Verdict: failed
// Caught by: Ex3_7.TheThreadThatCameFirstMayGoFirst
// Message: the second thread's batch of 32
  // [exercise 3.7]
  while (void* const block = cache->blocks.Pop()) core.store().Give(block);
  core.AddCounts(cache->allocations.load(), cache->frees.load());
  cache->allocations = 0;
  cache->frees = 0;
  core.caches() = core.caches()->next;
  // [end 3.7]
