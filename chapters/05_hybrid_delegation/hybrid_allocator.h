#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>

#include "hybrid_core.h"

namespace workbook {

/// HybridAllocators that can exist at one time, and upstreams that the process can use with them.
inline constexpr std::size_t kMaxHybrids = 32;

/// A c10::Allocator that serves small and repeated sizes itself and leaves the rest to an upstream.
///
/// Every DataPtr has context == data and the same deleter, whoever's block it is. Any thread may
/// allocate and free. Tensors may outlive the HybridAllocator, but not its upstream; while it is
/// registered with c10::SetAllocator it must not be destroyed.
class HybridAllocator final : public c10::Allocator {
 public:
  /// @param upstream  aligns to 64 bytes, has a raw_deleter(), and lives until the process ends
  /// @throws c10::Error  for an upstream that is null or without raw_deleter(), or one too many
  /// @throws what HybridCore::Open() throws
  explicit HybridAllocator(c10::Allocator* upstream, const HybridOptions& options = {});

  /// No other thread may be allocating; any may be freeing. Living blocks stay valid.
  ~HybridAllocator() override;

  HybridAllocator(const HybridAllocator&) = delete;
  HybridAllocator& operator=(const HybridAllocator&) = delete;

  /// @param n  bytes; 0 gives a null DataPtr that has the deleter all the same
  /// @throws c10::OutOfMemoryError  naming `n` and what is held; never returns null for n > 0
  c10::DataPtr allocate(std::size_t n) override;

  /// The same function at every call, switched on or off.
  c10::DeleterFnPtr raw_deleter() const override { return deleter_; }

  void copy_data(void* dest, const void* src, std::size_t count) const override {
    default_copy_data(dest, src, count);
  }

  /// Routing, numbers, switching on and off.
  HybridCore& core() { return core_; }
  const HybridCore& core() const { return core_; }

 private:
  explicit HybridAllocator(std::size_t place);
  [[noreturn]] void ThrowOutOfMemory(std::size_t n) const;

  const std::size_t place_;
  HybridCore& core_;
  const c10::DeleterFnPtr deleter_;
};

}  // namespace workbook
