// Mistake: deletes a cache with its blocks still in it.
// Verdict: failed
// Caught by: Ex3_7.AThreadThatEndsGivesItsBlocksBack
// Message: now.capacity
  // [exercise 3.7]
  core.AddCounts(cache->allocations.load(), cache->frees.load());
  ThreadCache** link = &core.caches();
  while (*link != cache) link = &(*link)->next;
  *link = cache->next;
  delete cache;
  // [end 3.7]
