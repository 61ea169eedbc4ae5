// Mistake: gives the blocks back and forgets what the thread had counted.
// Verdict: failed
// Caught by: Ex3_7.TheCountsOfAThreadOutliveIt
// Message: now.allocations
  // [exercise 3.7]
  while (void* const block = cache->blocks.Pop()) core.store().Give(block);
  ThreadCache** link = &core.caches();
  while (*link != cache) link = &(*link)->next;
  *link = cache->next;
  delete cache;
  // [end 3.7]
