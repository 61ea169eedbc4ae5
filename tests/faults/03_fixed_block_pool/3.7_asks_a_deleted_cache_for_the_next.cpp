// Mistake: reads `next` after the cache is deleted.
// Verdict: address sanitizer
// Caught by: Ex3_7.EachCacheButTheOwnOneIsAdopted
// Message: heap-use-after-free
  // [exercise 3.7b]
  const CacheSlot& slot = this_thread.slots[core.index()];
  const ThreadCache* const own = slot.pool_id == core.id() ? slot.cache : nullptr;
  for (ThreadCache* cache = core.caches(); cache != nullptr; cache = cache->next) {
    cache->blocks.Recount();
    if (cache != own) RetireCache(core, cache);
  }
  // [end 3.7b]
