#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "block_store.h"
#include "checked_mutex.h"

namespace workbook {

struct ThreadCache;

/// Pools that can exist at one time in a process, closed ones with blocks in use included.
inline constexpr std::size_t kMaxPools = 32;

/// How a pool serves several threads.
enum class Caching {
  kPerThread,  ///< each thread keeps a few free blocks to itself and rarely needs the lock
  kOff,        ///< every call takes the pool's lock
};

/// Whether a pool keeps a state byte for each block and so refuses bad frees.
enum class FreeChecks { kOff, kOn };

#ifdef NDEBUG
inline constexpr FreeChecks kDefaultFreeChecks = FreeChecks::kOff;
#else
inline constexpr FreeChecks kDefaultFreeChecks = FreeChecks::kOn;
#endif

/// What a pool is made with.
struct PoolOptions {
  std::size_t max_slabs = std::size_t{1} << 14;  ///< the cap, in slabs of kSlabBytes
  Caching caching = Caching::kPerThread;
  FreeChecks free_checks = kDefaultFreeChecks;
};

/// A pool's numbers, in blocks unless the name says otherwise.
///
///     free_count + cached_count + live_count == capacity
///     live_count == allocations - frees
///     live_count <= handed_out = live_count + cached_count <= peak_count
///
/// Exact whenever no call of another thread is in flight. `peak_count` is the most that the slabs
/// had handed out at one time, to users and to the threads' caches: at least the peak of live
/// blocks, and above it by no more than the caches can hold, PoolCore::cache_limit() blocks a
/// thread.
struct PoolStatistics {
  std::size_t block_bytes = 0;
  std::size_t capacity = 0;      ///< blocks of all slabs
  std::size_t free_count = 0;    ///< in the slabs or the pool's free list
  std::size_t cached_count = 0;  ///< free, in some thread's cache
  std::size_t live_count = 0;    ///< in users' hands
  std::size_t peak_count = 0;
  std::size_t reserved_bytes = 0;  ///< bytes of all slabs
  std::uint64_t allocations = 0;   ///< blocks given to users so far
  std::uint64_t frees = 0;         ///< blocks taken back from users so far
};

/// The part of a pool that lives until its last block is back, however long ago the FixedBlockPool
/// object was destroyed. Cores are never deleted, only used again: whoever holds an old pointer to
/// one can always lock it and compare its id.
class alignas(64) PoolCore {
 public:
  /// Finds an unused core and opens it.
  /// @param block_bytes  a multiple of 64, at most kMaxBlockBytes
  /// @return null when kMaxPools are in use
  static PoolCore* Open(std::size_t block_bytes, const PoolOptions& options);

  /// Says that nobody will allocate any more. The slabs go when the last block is back, perhaps
  /// now.
  void Close();

  /// Gives everything back if the pool is closed and no block is in a user's hands.
  /// The caller holds mutex().
  void ReleaseIfDead();

  /// Takes a block from the store, under the lock.
  /// @param why  set when the result is null; may be null
  void* AllocateShared(PoolFailure* why);

  /// Gives a block back to the store, under the lock, and with it the slabs if it was the last one.
  void FreeShared(void* block);

  /// Raises the peak to what is handed out now. The caller holds mutex().
  void NotePeak();

  /// Sums up the store and all threads' caches, under the lock.
  PoolStatistics Statistics();

  /// @return what is wrong, or an empty string. Exact when no call is in flight.
  std::string CheckInvariants();

  /// Grows with each pool that is opened; 0 while no pool uses this core.
  std::uint64_t id() const noexcept { return id_.load(std::memory_order_acquire); }
  std::size_t index() const noexcept { return index_; }
  bool closed() const noexcept { return closed_.load(std::memory_order_relaxed); }
  bool cached() const noexcept { return options_.caching == Caching::kPerThread; }
  bool checked() const noexcept { return options_.free_checks == FreeChecks::kOn; }
  std::size_t block_bytes() const noexcept { return store_.block_bytes(); }

  /// Blocks that a thread's cache takes or gives back at one time: about 128 KiB, 1 to 64 blocks.
  std::size_t batch() const noexcept { return batch_; }
  /// The most blocks that one thread's cache holds.
  std::size_t cache_limit() const noexcept { return 2 * batch_; }

  // What follows is guarded by mutex(), and debug builds check it.
  CheckedMutex& mutex() noexcept { return mutex_; }
  BlockStore& store() noexcept {
    mutex_.MustBeHeld("the store was touched without the lock: store() needs mutex() held");
    return store_;
  }
  ThreadCache*& caches() noexcept {
    mutex_.MustBeHeld("the caches' list was touched without the lock: caches() needs mutex() held");
    return caches_;
  }
  /// Counts that belong to no living thread's cache: calls under the lock, threads that ended.
  void AddCounts(std::uint64_t allocations, std::uint64_t frees) noexcept;

 private:
  PoolStatistics StatisticsLocked();
  std::size_t HandedOut() const {
    mutex_.MustBeHeld("the store was counted without the lock: HandedOut() needs mutex() held");
    return store_.capacity() - store_.free_count();
  }
  void DeleteCaches() noexcept;

  // Read by every call, written when a pool opens or closes: a cache line that all cores can share.
  std::atomic<std::uint64_t> id_ = 0;
  std::atomic<bool> closed_ = false;
  PoolOptions options_;
  std::size_t index_ = 0;
  std::size_t batch_ = 1;

  // Written under the lock: lines of their own, or each refill would slow every other thread down.
  alignas(64) CheckedMutex mutex_;
  BlockStore store_;
  ThreadCache* caches_ = nullptr;
  std::size_t peak_count_ = 0;
  std::uint64_t allocations_ = 0;
  std::uint64_t frees_ = 0;
};

}  // namespace workbook
