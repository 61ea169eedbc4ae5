// Mistake: takes the first cache of the list out, whichever it deletes.
// Verdict: address sanitizer
// Caught by: Ex3_7.TheThreadThatCameFirstMayGoFirst
// Message: heap-use-after-free
  // [exercise 3.7]
  while (void* const block = cache->blocks.Pop()) core.store().Give(block);
  core.AddCounts(cache->allocations.load(), cache->frees.load());
  core.caches() = core.caches()->next;
  delete cache;
  // [end 3.7]
