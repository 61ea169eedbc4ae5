#include "thread_cache.h"

#include <array>
#include <mutex>
#include <new>

#include "pool_registry.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

struct CacheSlot {
  std::uint64_t pool_id;  // an old id: the pool is gone, and the cache with it
  ThreadCache* cache;
};

// Two thread-local objects. The first needs no constructor and no destructor: reaching it is one
// instruction or two, and it can be read until the thread's very end. The second has the
// destructor.
struct ThreadSlots {
  std::array<CacheSlot, kMaxPools> slots;
  bool ending;
};
thread_local constinit ThreadSlots this_thread{};

void RetireIfAlive(std::size_t index, const CacheSlot& slot) {
  if (slot.cache == nullptr) return;
  PoolCore& core = pool_registry::At(index);
  const std::lock_guard lock(core.mutex());
  if (core.id() != slot.pool_id) return;
  RetireCache(core, slot.cache);
  core.ReleaseIfDead();
}

struct ThreadEnd {
  void Arm() noexcept {}  // a use: makes the compiler register the destructor for this thread
  ~ThreadEnd() {
    this_thread.ending = true;
    for (std::size_t i = 0; i < kMaxPools; ++i) RetireIfAlive(i, this_thread.slots[i]);
    this_thread.slots = {};
  }
};
thread_local ThreadEnd thread_end;

ThreadCache* MakeCache(PoolCore& core) noexcept {
  if (this_thread.ending) return nullptr;
  auto* const cache = new (std::nothrow) ThreadCache(core);
  if (cache == nullptr) return nullptr;
  thread_end.Arm();
  const std::lock_guard lock(core.mutex());
  cache->next = core.caches();
  core.caches() = cache;
  this_thread.slots[core.index()] = {core.id(), cache};
  return cache;
}

}  // namespace

ThreadCache* CacheOfThisThread(PoolCore& core) noexcept {
  if (!core.cached() || core.closed()) return nullptr;
  const CacheSlot& slot = this_thread.slots[core.index()];
  return slot.pool_id == core.id() ? slot.cache : MakeCache(core);
}

void* ThreadCache::Allocate(PoolFailure* why) {
  // [exercise 3.6]
  throw NotImplemented("3.6", "A cache for each thread");
  // [end 3.6]
}

void ThreadCache::Free(void* block) {
  // [exercise 3.6b]
  throw NotImplemented("3.6b", "A cache for each thread");
  // [end 3.6b]
}

bool ThreadCache::Refill(PoolFailure* why) {
  // [exercise 3.6c]
  throw NotImplemented("3.6c", "A cache for each thread");
  // [end 3.6c]
}

void ThreadCache::Flush() {
  // [exercise 3.6d]
  throw NotImplemented("3.6d", "A cache for each thread");
  // [end 3.6d]
}

void RetireCache(PoolCore& core, ThreadCache* cache) {
  // [exercise 3.7]
  // [end 3.7]
}

void AdoptOrphans(PoolCore& core) {
  // [exercise 3.7b]
  // [end 3.7b]
}

}  // namespace workbook
