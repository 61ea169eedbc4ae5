#pragma once

#include <cstddef>
#include <string>

#include "pool_core.h"

namespace workbook {

/// Gives out memory in blocks of one size, quickly, to any number of threads.
///
/// Blocks outlive the pool: destroying the pool object only ends allocation. Its memory stays until
/// the last block has been freed, whenever and by whichever thread.
class FixedBlockPool {
 public:
  /// @param block_bytes  1 to kMaxBlockBytes; rounded up to a multiple of 64
  /// @throws std::invalid_argument  for another size
  /// @throws std::length_error  when kMaxPools pools are in use
  explicit FixedBlockPool(std::size_t block_bytes, const PoolOptions& options = {});

  /// No other thread may be allocating; any may be freeing.
  ~FixedBlockPool();

  FixedBlockPool(const FixedBlockPool&) = delete;
  FixedBlockPool& operator=(const FixedBlockPool&) = delete;

  /// Takes a block of block_bytes(), aligned to 64, with unknown contents. Any thread.
  /// @param why  set to the reason when the result is null; may be null
  /// @return null when the pool has no block: then free blocks may still lie in other threads'
  /// caches,
  ///         at most PoolCore::cache_limit() a thread
  void* Allocate(PoolFailure* why = nullptr);

  /// Frees a block of any pool, found from its address alone. Any thread, also one that is ending;
  /// also after the pool object is gone.
  /// @param block  from Allocate() of any pool, not freed since
  /// @return anything but kNone: nothing was changed. kForeign for every address outside of the
  /// pools'
  ///         slabs, null included; kMisaligned and kNotOut from pools with free checks only
  [[nodiscard]] static FreeError Free(void* block);

  /// Whether the address lies in one of this pool's slabs. Any thread, any address.
  bool Owns(const void* address) const;

  /// Bytes a user may write, from the block's start.
  std::size_t block_bytes() const noexcept { return core_.block_bytes(); }

  /// The most free blocks one thread can keep to itself.
  std::size_t cache_limit() const noexcept { return core_.cached() ? core_.cache_limit() : 0; }

  /// How many blocks could be allocated now, growth up to the cap included. Any thread.
  std::size_t AvailableCount() const;

  PoolStatistics Statistics() const { return core_.Statistics(); }

  /// @return what is wrong, or an empty string. Exact when no call is in flight.
  std::string CheckInvariants() const { return core_.CheckInvariants(); }

 private:
  PoolCore& core_;
};

}  // namespace workbook
