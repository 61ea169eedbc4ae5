#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "block_list.h"
#include "pool_core.h"

namespace workbook {

/// Free blocks of one pool that one thread keeps to itself. Only its thread changes it, without a
/// lock and without an instruction that other processor cores must wait for; others read the
/// counts. It fills two cache lines of its own, so that no other thread's writes slow it down
/// (false sharing).
///
///     blocks.count() <= core.cache_limit()
struct alignas(64) ThreadCache {
  explicit ThreadCache(PoolCore& pool) noexcept : core(pool) {}

  /// Takes a block; fetches a batch from the pool when the cache is empty.
  /// @param why  set when the result is null; may be null
  void* Allocate(PoolFailure* why);

  /// Puts a block in; first gives a batch back to the pool when the cache is full. The block may
  /// come from any thread.
  ///
  /// The caller's block is what keeps a closed pool alive. Once it counts as cached, another thread
  /// may find that no block is out and delete this cache. So: adding to blocks.count() must be the
  /// last time that this call touches anything of the pool.
  void Free(void* block);

  /// Moves up to core.batch() blocks from the pool into this empty cache, with one lock. Lets the
  /// pool grow for the first of them only: no slab is opened for blocks that nobody asked for.
  /// @return whether there is a block now
  bool Refill(PoolFailure* why);

  /// Moves core.batch() blocks from this full cache to the pool, with one lock.
  void Flush();

  BlockList blocks;
  std::atomic<std::uint64_t> allocations = 0;  // written by the thread alone, with plain stores
  std::atomic<std::uint64_t> frees = 0;
  PoolCore& core;
  ThreadCache* next = nullptr;  // the pool's other caches; guarded by the pool's lock
};

/// Adds one to a counter that only the calling thread writes: a load and a store, no locked
/// instruction.
inline void CountOne(std::atomic<std::uint64_t>& counter) noexcept {
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

/// The calling thread's cache for a pool, made at the first call.
/// @return null when the call must take the lock-only path: the pool caches nothing or is closed,
/// there
///         is no memory for a cache, or the thread is ending and has given its caches back already
ThreadCache* CacheOfThisThread(PoolCore& core) noexcept;

/// Ends a cache: its blocks go to the store, its counts to the core, and it is unlinked and
/// deleted. The caller holds core.mutex().
/// @param cache  linked in core.caches()
void RetireCache(PoolCore& core, ThreadCache* cache);

/// In the child of a fork, retires the caches of all threads but the calling one: those threads
/// don't exist here. Each list is recounted first: the copy may have been made in the middle of a
/// Push(). The caller holds core.mutex().
void AdoptOrphans(PoolCore& core);

}  // namespace workbook
