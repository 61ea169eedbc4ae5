#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "buddies.h"
#include "fixed_block_pool.h"
#include "heat.h"
#include "hybrid_options.h"
#include "router.h"
#include "shelves.h"
#include "upstream_memory.h"

namespace workbook {

/// Why a request was left to the upstream.
enum class Delegated {
  kSwitchedOff,  ///< SetEnabled(false)
  kIrregular,    ///< no class serves this size
  kCold,         ///< its class is not hot
  kPoolFull,     ///< its pool gave nothing: cap reached, or no memory for a slab
  kNoPlace,      ///< a new block for a shelf which the shelf could not take over
  kTooTight,     ///< the upstream had no block of the class's size, but one of the size asked for
};
inline constexpr std::size_t kDelegatedReasons = 6;
const char* Describe(Delegated reason) noexcept;

/// Whose a block is.
enum class Owner { kPool, kShelf, kUpstream };

/// What became of all requests of 1 byte or more since Open(), and the bytes held now.
///
///     requests == pooled + reused + halved + adopted + (all delegated) + refused
struct RoutingStatistics {
  std::uint64_t requests = 0;
  std::uint64_t pooled = 0;   ///< served by a slab pool
  std::uint64_t reused = 0;   ///< served by an idle block of a shelf
  std::uint64_t halved = 0;   ///< served by a part of an idle block
  std::uint64_t adopted = 0;  ///< served by a new block of the upstream, which a shelf owns now
  std::array<std::uint64_t, kDelegatedReasons> delegated{};  ///< by Delegated
  std::uint64_t refused = 0;                                 ///< nobody had memory
  std::uint64_t rescued = 0;     ///< served (and counted above) after idle blocks were given back
  std::uint64_t promotions = 0;  ///< classes that turned hot
  std::uint64_t demotions = 0;   ///< classes that went cold
  std::size_t pool_reserved_bytes = 0;  ///< all slabs of the pools
  ShelfStatistics shelves;

  /// Requests served without the upstream.
  std::uint64_t OwnRequests() const { return pooled + reused + halved; }
  /// Their share of all requests, 0 to 1.
  double OwnShare() const {
    return requests == 0 ? 0 : static_cast<double>(OwnRequests()) / static_cast<double>(requests);
  }
  std::uint64_t delegated_by(Delegated reason) const {
    return delegated[static_cast<std::size_t>(reason)];
  }
};

/// Small sizes from slab pools, hot sizes from shelves, the rest from the upstream. Torch-free; the
/// HybridAllocator is an adapter around it. Any thread may call Allocate() and Free() at any time.
///
///     bytes ──Router──> pool class ──> FixedBlockPool ──full──────────────┐
///                  ├──> class ──> shelf ──empty──> new block, adopted ────┤
///                  └──> no class ─────────────────────────────────────────┴─> upstream
class HybridCore {
 public:
  /// @param upstream  outlives the core
  explicit HybridCore(UpstreamMemory& upstream);

  /// No other thread may be in a call, and none of its blocks alive.
  ~HybridCore();

  HybridCore(const HybridCore&) = delete;
  HybridCore& operator=(const HybridCore&) = delete;

  /// Starts serving, switched on. No other thread may be allocating; any may be freeing.
  /// @throws std::invalid_argument  for options that don't fit together
  /// @throws std::length_error  when kMaxPools slab pools are in use
  void Open(const HybridOptions& options);

  /// From now on everything goes to the upstream. Idle blocks go back at once; living ones where
  /// they came from when they are freed, whenever that is. Open() may follow. No other thread may
  /// be allocating; any may be freeing.
  void Close();

  /// @param bytes  not 0
  /// @return a block aligned to 64; null when nobody has one, after idle blocks were given back
  void* Allocate(std::size_t bytes);

  /// Frees any block of any HybridCore's pools, of this core's shelves, or of its upstream. A bad
  /// free that is noticed ends the process with a message: a deleter cannot throw.
  /// @param block  null: nothing happens
  void Free(void* block);

  /// Whose the block at this address is; reads no memory there. What neither pools nor shelves know
  /// is said to be the upstream's.
  Owner OwnerOf(const void* block) const;

  /// Off: all new requests go to the upstream, idle blocks go back to it, and blocks of shelves
  /// that are alive become ordinary blocks of the upstream; the pools keep their slabs. On: as
  /// after Open(), with cold classes. Any thread, at any time, with any blocks alive.
  void SetEnabled(bool enabled);
  bool enabled() const noexcept { return enabled_.load(std::memory_order_relaxed); }

  /// Gives all idle blocks back to the upstream. Any thread.
  /// @return their bytes
  std::size_t GiveBackIdle();

  /// Counts a request for a shelf's class, and opens the shelf when that turns the class hot.
  /// @param shelf  index into options().shelf_classes
  /// @return whether the class is hot
  bool NoteRequest(ClassIndex shelf);

  /// Ends an epoch for all classes; the shelves of those that went cold are closed and emptied. The
  /// core calls it by itself after each `epoch_requests` requests. When two threads call it at
  /// once, one of them does nothing.
  void EndEpoch();

  /// Classes that turned hot, or went cold, since Open().
  std::uint64_t promotions() const noexcept { return promotions_; }
  std::uint64_t demotions() const noexcept { return demotions_; }

  /// Exact whenever no call of another thread is in flight.
  RoutingStatistics Statistics() const;

  /// @return what is wrong, or an empty string. Exact when no call is in flight.
  std::string CheckInvariants() const;

  const HybridOptions& options() const noexcept { return options_; }
  Shelves& shelves() noexcept { return shelves_; }

  /// What a fork must hold and mend; called by fork_watch only.
  void LockForFork() {
    buddies_.mutex().lock();
    shelves_.mutex().lock();
  }
  void UnlockAfterFork() {
    shelves_.mutex().unlock();
    buddies_.mutex().unlock();
  }
  void MendInChild() { cooling_.clear(); }

 private:
  void* FromPool(std::size_t pool, std::size_t bytes);
  void* FromShelf(ClassIndex shelf, std::size_t bytes, Fit fit);
  // An idle half, an idle block or stand-in, or a part of a block that is cut now. Null: a new
  // block is the better answer.
  void* TakeIdle(ClassIndex shelf);
  // What Shelves::Return() says, for halves too: the last one of a block goes as the whole block.
  Returned GiveBack(void*& block);
  void MakeRoom(std::size_t bytes);
  void* Delegate(std::size_t bytes, Delegated reason);
  void Demote(ClassIndex shelf);
  // Closes all shelves, makes all classes cold, gives the idle blocks back.
  void StopKeeping();
  std::size_t EmptyShelf(ClassIndex shelf);
  void Tick();
  void Count(Delegated reason) {
    delegated_[static_cast<std::size_t>(reason)].fetch_add(1, std::memory_order_relaxed);
  }
  std::size_t PoolReservedBytes() const;
  std::size_t shelf_count() const noexcept { return options_.shelf_classes.size(); }
  std::size_t shelf_bytes(ClassIndex shelf) const {
    return options_.shelf_classes[shelf].block_bytes;
  }

  UpstreamMemory& upstream_;
  HybridOptions options_;
  Router router_{{}};  // the pools' classes first, then the shelves'
  std::vector<std::unique_ptr<FixedBlockPool>> pools_;
  std::unique_ptr<Heat[]> heat_;  // one a shelf
  Shelves shelves_;
  std::atomic<bool> enabled_ = false;
  Buddies buddies_{shelves_, enabled_};
  std::atomic<std::size_t> pool_reserved_bytes_ = 0;  // as of the last epoch: exact enough

  alignas(64) std::atomic<std::uint64_t> ticks_ = 0;
  std::atomic_flag cooling_ = ATOMIC_FLAG_INIT;
  std::array<std::atomic<std::uint64_t>, kDelegatedReasons> delegated_{};
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<std::uint64_t> rescued_ = 0;
  std::atomic<std::uint64_t> promotions_ = 0;
  std::atomic<std::uint64_t> demotions_ = 0;
};

}  // namespace workbook
