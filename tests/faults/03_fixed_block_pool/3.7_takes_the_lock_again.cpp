// Mistake: locks the mutex that its caller holds.
// Verdict: crashed
// Caught by: Ex3_7.AThreadThatEndsGivesItsBlocksBack
// Message: holds it already
  // [exercise 3.7]
  const std::lock_guard lock(core.mutex());
  while (void* const block = cache->blocks.Pop()) core.store().Give(block);
  core.AddCounts(cache->allocations.load(), cache->frees.load());
  ThreadCache** link = &core.caches();
  while (*link != cache) link = &(*link)->next;
  *link = cache->next;
  delete cache;
  // [end 3.7]
