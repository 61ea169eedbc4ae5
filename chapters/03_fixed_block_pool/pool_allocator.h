#pragma once

#include <c10/core/Allocator.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "fixed_block_pool.h"

namespace workbook {

/// What a PoolAllocator does when its pool has no block left.
enum class OnExhaustion {
  kThrow,        ///< throws c10::OutOfMemoryError
  kUseUpstream,  ///< asks the upstream allocator instead
};

/// Upstream allocators that the PoolAllocators of one process can have between them.
inline constexpr std::size_t kMaxUpstreams = 32;

/// A c10::Allocator that serves every request of 1 to block_bytes() bytes from a FixedBlockPool and
/// hands the larger ones to an upstream allocator.
///
/// Every DataPtr has context == data and the same deleter, which tells a pool's block from an
/// upstream's by its address. Any thread may allocate and free. Tensors may outlive the
/// PoolAllocator, but not its upstream; while it is registered with c10::SetAllocator it must not
/// be destroyed.
class PoolAllocator final : public c10::Allocator {
 public:
  /// @param block_bytes  1 to kMaxBlockBytes; rounded up to a multiple of 64
  /// @param upstream  has a raw_deleter(), and lives until the end of the process
  /// @throws c10::Error  for an upstream that is null or without raw_deleter(), or one too many
  /// @throws what FixedBlockPool's constructor throws
  PoolAllocator(std::size_t block_bytes, c10::Allocator* upstream, const PoolOptions& options = {},
                OnExhaustion on_exhaustion = OnExhaustion::kThrow);

  /// @param n  bytes; 0 gives a null DataPtr that has the deleter all the same, and takes no block
  /// @throws c10::OutOfMemoryError  when the pool is exhausted, with the bytes asked for and the
  /// bytes
  ///         available; never returns null for n > 0
  c10::DataPtr allocate(std::size_t n) override;

  /// The same function at every call, for all PoolAllocators of one upstream.
  c10::DeleterFnPtr raw_deleter() const override { return deleter_; }

  void copy_data(void* dest, const void* src, std::size_t count) const override {
    default_copy_data(dest, src, count);
  }

  std::size_t block_bytes() const { return pool_.block_bytes(); }
  const FixedBlockPool& pool() const { return pool_; }

  /// Requests that went to the upstream so far: too large, or (kUseUpstream) beyond the pool's cap.
  std::uint64_t upstream_allocations() const {
    return upstream_allocations_.load(std::memory_order_relaxed);
  }

 private:
  void* AllocateFromPool(std::size_t n);
  void* AllocateUpstream(std::size_t n);
  [[noreturn]] void ThrowOutOfMemory(std::size_t n, PoolFailure why) const;

  FixedBlockPool pool_;
  c10::Allocator* const upstream_;
  const c10::DeleterFnPtr deleter_;
  const OnExhaustion on_exhaustion_;
  // Written at upstream requests only: away from what every call reads.
  alignas(64) std::atomic<std::uint64_t> upstream_allocations_ = 0;
};

/// What every deleter of a PoolAllocator does: nothing for null, a pool's block back to its pool,
/// every other pointer to `upstream`. A bad free that the pool detects ends the process with a
/// message: a deleter cannot throw.
void FreeByAddress(void* data, c10::Allocator& upstream);

}  // namespace workbook
