#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>
#include <string>

#include "debug_heap.h"

namespace workbook {

/// A c10::Allocator that decorates another one: each block gets guards and a record, and misuse is
/// reported. See DebugOptions for what it can do, DebugHeap for how.
///
/// Every DataPtr has context == data and one deleter, the same for all DebugAllocators; or, while
/// `enabled` is false, everything is the upstream's own. Any thread may allocate and free. Tensors
/// may outlive the DebugAllocator, but not its upstream; while it is registered with
/// c10::SetAllocator it must not be destroyed.
class DebugAllocator final : public c10::Allocator {
 public:
  /// @param upstream  has a raw_deleter(), and lives until the end of the process
  /// @throws c10::Error  for an upstream that is null or without raw_deleter(), and for an
  ///                     alignment that is no power of two up to 1 GiB
  explicit DebugAllocator(c10::Allocator* upstream,
                          const DebugOptions& options = DebugOptions::Everything());

  /// @param n  bytes; 0 gives a null DataPtr that has the deleter all the same
  /// @throws c10::OutOfMemoryError  naming n when the upstream refuses; never returns null for n >
  /// 0
  c10::DataPtr allocate(std::size_t n) override;

  /// The same function at every call.
  c10::DeleterFnPtr raw_deleter() const override {
    return heap_ != nullptr ? &DebugHeap::Free : upstream_->raw_deleter();
  }

  void copy_data(void* dest, const void* src, std::size_t count) const override {
    if (count != 0) default_copy_data(dest, src, count);
  }

  bool enabled() const { return heap_ != nullptr; }

  /// Checks, leaks, statistics and events.
  /// @throws c10::Error  when switched off
  DebugHeap& heap() const;

  /// A table of what this allocator holds, with the rest of malloc's heap beside it; "" when
  /// switched off.
  std::string memory_summary() const;

 private:
  void* AllocateDebugged(std::size_t n);

  c10::Allocator* const upstream_;
  DebugHeap* const heap_;  // null: switched off
};

}  // namespace workbook
