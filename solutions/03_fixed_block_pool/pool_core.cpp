#include "pool_core.h"

#include <algorithm>
#include <sstream>

#include "pool_registry.h"
#include "thread_cache.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

constexpr std::size_t kBatchBytes = std::size_t{128} << 10;
constexpr std::size_t kMaxBatch = 64;

}  // namespace

PoolCore* PoolCore::Open(std::size_t block_bytes, const PoolOptions& options) {
  const std::lock_guard registry_lock(pool_registry::Mutex());
  PoolCore* const core = pool_registry::FindUnused();
  if (core == nullptr) return nullptr;
  const std::lock_guard lock(core->mutex_);
  core->store_.Open(block_bytes, options.max_slabs, core, &core->mutex_);
  core->options_ = options;
  core->index_ = pool_registry::IndexOf(*core);
  core->batch_ = std::clamp<std::size_t>(kBatchBytes / block_bytes, 1, kMaxBatch);
  core->peak_count_ = 0;
  core->allocations_ = core->frees_ = 0;
  core->closed_.store(false, std::memory_order_relaxed);
  core->id_.store(pool_registry::NextId(), std::memory_order_release);
  return core;
}

void PoolCore::Close() {
  const std::lock_guard lock(mutex_);
  closed_.store(true, std::memory_order_relaxed);
  ReleaseIfDead();
}

void PoolCore::ReleaseIfDead() {
  // [exercise 3.7c]
  if (!closed() || StatisticsLocked().live_count != 0) return;
  DeleteCaches();
  store_.ReleaseSlabs();
  id_.store(0, std::memory_order_release);
  // [end 3.7c]
}

void PoolCore::DeleteCaches() noexcept {
  while (caches_ != nullptr) {
    ThreadCache* const cache = caches_;
    caches_ = cache->next;
    delete cache;
  }
}

void* PoolCore::AllocateShared(PoolFailure* why) {
  // [exercise 3.5]
  const std::lock_guard lock(mutex_);
  void* const block = store_.Take(why);
  if (block == nullptr) return nullptr;
  ++allocations_;
  NotePeak();
  return block;
  // [end 3.5]
}

void PoolCore::FreeShared(void* block) {
  // [exercise 3.5b]
  const std::lock_guard lock(mutex_);
  store_.Give(block);
  ++frees_;
  ReleaseIfDead();
  // [end 3.5b]
}

void PoolCore::NotePeak() {
  // [exercise 3.5c]
  peak_count_ = std::max(peak_count_, HandedOut());
  // [end 3.5c]
}

void PoolCore::AddCounts(std::uint64_t allocations, std::uint64_t frees) noexcept {
  mutex_.MustBeHeld("the counts were touched without the lock: AddCounts() needs mutex() held");
  allocations_ += allocations;
  frees_ += frees;
}

PoolStatistics PoolCore::StatisticsLocked() {
  // [exercise 3.5d]
  PoolStatistics sum;
  sum.block_bytes = store_.block_bytes();
  sum.capacity = store_.capacity();
  sum.free_count = store_.free_count();
  sum.peak_count = peak_count_;
  sum.reserved_bytes = store_.reserved_bytes();
  sum.allocations = allocations_;
  sum.frees = frees_;
  for (const ThreadCache* cache = caches_; cache != nullptr; cache = cache->next) {
    sum.cached_count += cache->blocks.count();
    sum.allocations += cache->allocations.load(std::memory_order_relaxed);
    sum.frees += cache->frees.load(std::memory_order_relaxed);
  }
  sum.live_count = HandedOut() - sum.cached_count;
  return sum;
  // [end 3.5d]
}

PoolStatistics PoolCore::Statistics() {
  const std::lock_guard lock(mutex_);
  return StatisticsLocked();
}

std::string PoolCore::CheckInvariants() {
  const std::lock_guard lock(mutex_);
  std::ostringstream wrong;
  wrong << store_.CheckInvariants();
  const PoolStatistics now = StatisticsLocked();
  const auto in_hands = static_cast<std::int64_t>(now.allocations - now.frees);
  const auto gone = static_cast<std::int64_t>(now.live_count) - in_hands;
  if (now.cached_count > HandedOut()) {
    wrong << "more blocks are cached than the slabs have handed out; ";
  } else if (gone > 0) {
    wrong << gone << " blocks are neither free, nor cached, nor in a user's hands: lost; ";
  } else if (gone < 0) {
    wrong << -gone << " blocks in users' hands are free or cached as well; ";
  }
  if (now.free_count + now.cached_count + now.live_count != now.capacity)
    wrong << now.free_count << " free + " << now.cached_count << " cached + " << now.live_count
          << " live != capacity " << now.capacity << "; ";
  if (now.live_count != now.allocations - now.frees)
    wrong << now.live_count << " live != " << now.allocations << " allocations - " << now.frees
          << " frees; ";
  if (now.live_count + now.cached_count > now.peak_count) wrong << "the peak is too low; ";
  if (checked() && now.live_count != store_.CountMarkedOut())
    wrong << now.live_count << " live, but " << store_.CountMarkedOut() << " blocks marked out; ";
  return wrong.str();
}

}  // namespace workbook
