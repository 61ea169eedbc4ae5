#pragma once

#include <cstddef>
#include <string>

#include "block_list.h"
#include "checked_mutex.h"
#include "slab.h"

namespace workbook {

/// Why a pool has no block to give.
enum class PoolFailure {
  kNone,
  kCapReached,    ///< one more slab would pass the pool's cap
  kNoMoreMemory,  ///< the operating system refuses, or the reserved addresses are used up
};

/// The failure in words, without a full stop.
const char* Describe(PoolFailure failure) noexcept;

/// The blocks of one pool that nobody has: the free list, and the slabs' never-used rest. Grows
/// slab by slab up to a cap. For one thread at a time: whoever shares a store names the lock that
/// guards it, and debug builds check that Take() and Give() hold it.
///
///     free_count() + (blocks taken and not given back) == capacity()
class BlockStore {
 public:
  BlockStore() = default;
  BlockStore(const BlockStore&) = delete;
  BlockStore& operator=(const BlockStore&) = delete;

  /// Makes the empty store usable.
  /// @param block_bytes  a multiple of 64, at most kMaxBlockBytes
  /// @param max_slabs  the cap
  /// @param owner  written into every slab; not null
  /// @param guard  must be held in every call that changes the store; null: one thread alone uses
  /// it
  void Open(std::size_t block_bytes, std::size_t max_slabs, void* owner,
            const CheckedMutex* guard = nullptr) noexcept;

  /// Gives all slabs back to the region, whoever still holds blocks, and makes the store empty.
  void ReleaseSlabs() noexcept;

  /// Takes a block; grows by a slab when none is at hand.
  /// @param why  set when the result is null; may be null
  void* Take(PoolFailure* why);

  /// Takes a block without growing: the one given back last, else the next one of the newest slab.
  /// @return null when there is none
  void* TakeAtHand();

  /// Puts a block back.
  /// @param block  from Take() or TakeAtHand()
  void Give(void* block) {
    CheckLock("the store was touched without the lock: Give() needs the pool's mutex held");
    free_.Push(block);
  }

  /// Adds one slab.
  /// @return kNone; kCapReached when the store has its `max_slabs`; kNoMoreMemory when there is
  /// none.
  ///         Nothing has changed unless it is kNone.
  PoolFailure Grow();

  /// Makes a slab's blocks the store's.
  /// @param slab  formatted for block_bytes() and this store's owner
  void AddSlab(Slab* slab) noexcept;

  std::size_t block_bytes() const noexcept { return block_bytes_; }
  std::size_t slab_count() const noexcept { return slab_count_; }

  /// Bytes of all slabs: what the store has taken from the region.
  std::size_t reserved_bytes() const noexcept { return slab_count_ * kSlabBytes; }

  /// How many blocks all slabs together can hold.
  std::size_t capacity() const;

  /// How many blocks can be taken before the store must grow.
  std::size_t free_count() const;

  /// How many blocks could be taken if the store grew up to its cap.
  std::size_t available_count() const;

  /// How many blocks are marked as out, counted from the state bytes.
  std::size_t CountMarkedOut() const noexcept;

  /// Walks the free list and the slabs.
  /// @return what is wrong, or an empty string
  std::string CheckInvariants() const;

 private:
  std::size_t UncarvedCount() const noexcept;
  void CheckLock(const char* failure) const noexcept {
    if (guard_ != nullptr) guard_->MustBeHeld(failure);
  }

  BlockList free_;         // blocks that came back
  Slab* slabs_ = nullptr;  // newest first; only the newest can have blocks left to carve
  std::size_t slab_count_ = 0;
  std::size_t max_slabs_ = 0;
  std::size_t block_bytes_ = 0;
  void* owner_ = nullptr;
  const CheckedMutex* guard_ = nullptr;
};

}  // namespace workbook
