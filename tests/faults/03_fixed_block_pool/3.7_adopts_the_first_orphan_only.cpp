// Mistake: looks at the first cache of the list and stops.
// Verdict: failed
// Caught by: Ex3_7.EachCacheButTheOwnOneIsAdopted
// Message: must be retired
  // [exercise 3.7b]
  const CacheSlot& slot = this_thread.slots[core.index()];
  const ThreadCache* const own = slot.pool_id == core.id() ? slot.cache : nullptr;
  ThreadCache* const cache = core.caches();
  if (cache == nullptr) return;
  cache->blocks.Recount();
  if (cache != own) RetireCache(core, cache);
  // [end 3.7b]
