#include "pool_registry.h"

#include <pthread.h>

#include <type_traits>

#include "slab_region.h"
#include "thread_cache.h"
#include "workbook/not_implemented.h"

namespace workbook::pool_registry {
namespace {

constinit std::mutex mutex;
constinit std::array<PoolCore, kMaxPools> cores;
constinit std::uint64_t last_id = 0;
static_assert(std::is_trivially_destructible_v<PoolCore>,
              "blocks are freed after static destructors");

// A child gets one thread and a copy of all memory, locks included: a lock held by another thread
// would stay held for ever. So whoever forks first takes all of them.
void LockAll() {
  mutex.lock();
  for (PoolCore& core : cores) core.mutex().lock();
  slab_region::Mutex().lock();
}

void UnlockAll() {
  slab_region::Mutex().unlock();
  for (PoolCore& core : cores) core.mutex().unlock();
  mutex.unlock();
}

void ChildAfterFork() {
  for (PoolCore& core : cores) {
    if (core.id() != 0) AdoptOrphans(core);
  }
  UnlockAll();
}

void WatchForks() {
  static const int once = pthread_atfork(LockAll, UnlockAll, ChildAfterFork);
  static_cast<void>(once);
}

// A pool that was closed in the very moment its last block came back can have missed it.
void Sweep(PoolCore& core) {
  const std::lock_guard lock(core.mutex());
  if (core.id() != 0) core.ReleaseIfDead();
}

}  // namespace

std::mutex& Mutex() noexcept { return mutex; }

PoolCore* FindUnused() {
  WatchForks();
  for (PoolCore& core : cores) {
    Sweep(core);
    if (core.id() == 0) return &core;
  }
  return nullptr;
}

PoolCore& At(std::size_t index) noexcept { return cores[index]; }

std::size_t IndexOf(const PoolCore& core) noexcept {
  return static_cast<std::size_t>(&core - cores.data());
}

std::uint64_t NextId() noexcept { return ++last_id; }

}  // namespace workbook::pool_registry
