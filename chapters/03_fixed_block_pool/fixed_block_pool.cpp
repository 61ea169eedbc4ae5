#include "fixed_block_pool.h"

#include <stdexcept>

#include "slab_region.h"
#include "thread_cache.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

std::size_t RoundedUp(std::size_t block_bytes) {
  if (block_bytes == 0 || block_bytes > kMaxBlockBytes)
    throw std::invalid_argument("block_bytes must be 1 to " + std::to_string(kMaxBlockBytes) +
                                ", not " + std::to_string(block_bytes));
  return (block_bytes + kBlockAlignment - 1) & ~(kBlockAlignment - 1);
}

PoolCore& OpenCore(std::size_t block_bytes, const PoolOptions& options) {
  PoolCore* const core = PoolCore::Open(RoundedUp(block_bytes), options);
  if (core == nullptr)
    throw std::length_error("all " + std::to_string(kMaxPools) + " pools are in use");
  return *core;
}

}  // namespace

FixedBlockPool::FixedBlockPool(std::size_t block_bytes, const PoolOptions& options)
    : core_(OpenCore(block_bytes, options)) {}

FixedBlockPool::~FixedBlockPool() { core_.Close(); }

void* FixedBlockPool::Allocate(PoolFailure* why) {
  ThreadCache* const cache = CacheOfThisThread(core_);
  void* const block = cache != nullptr ? cache->Allocate(why) : core_.AllocateShared(why);
  if (core_.checked() && block != nullptr)
    MarkOut(*FindSlab(slab_region::Committed(), block), block);
  return block;
}

FreeError FixedBlockPool::Free(void* block) {
  Slab* const slab = FindSlab(slab_region::Committed(), block);
  if (slab == nullptr) return FreeError::kForeign;
  PoolCore& core = *static_cast<PoolCore*>(slab->owner.load(std::memory_order_relaxed));
  if (core.checked()) {
    const FreeError error = MarkBack(*slab, block);
    if (error != FreeError::kNone) return error;
  }
  if (ThreadCache* const cache = CacheOfThisThread(core)) {
    cache->Free(block);
  } else {
    core.FreeShared(block);
  }
  return FreeError::kNone;
}

bool FixedBlockPool::Owns(const void* address) const {
  const Slab* const slab = FindSlab(slab_region::Committed(), address);
  return slab != nullptr && slab->owner.load(std::memory_order_relaxed) == &core_;
}

std::size_t FixedBlockPool::AvailableCount() const {
  const std::lock_guard lock(core_.mutex());
  return core_.store().available_count();
}

}  // namespace workbook
