#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>

namespace workbook {

/// A c10::Allocator whose every block starts at a multiple of one alignment. It holds no state
/// beside that number: a block knows its own way back (aligned_memory.h), so tensors may outlive
/// the allocator object's scope. Resizing such a tensor still calls the object, so an allocator
/// that is registered with PyTorch must never be destroyed: use CpuAlignedAllocator().
/// All members are thread-safe.
class AlignedAllocator final : public c10::Allocator {
 public:
  /// @param alignment  in bytes, any power of two; below 8 it is served as 8
  /// @throws c10::ValueError naming the value when it is no power of two
  explicit AlignedAllocator(std::size_t alignment);

  /// @param bytes  0 gives a null data pointer and a null context, still with raw_deleter()
  /// @return a pointer whose data and context are the same address, a multiple of the alignment,
  ///         on the CPU device, freed by raw_deleter(). Large blocks (kHugePageThreshold and more)
  ///         carry a huge-page hint.
  /// @throws c10::OutOfMemoryError with the bytes asked for and the alignment
  c10::DataPtr allocate(std::size_t bytes) override;

  /// One function for all blocks; a no-op for null.
  c10::DeleterFnPtr raw_deleter() const override;

  void copy_data(void* destination, const void* source, std::size_t bytes) const override;

  /// In bytes, as given to the constructor.
  std::size_t alignment() const noexcept { return alignment_; }

 private:
  std::size_t alignment_;
};

/// Allocators for kCpuAlignment and kGpuAlignment that live until the process ends: safe to
/// register with c10::SetAllocator.
AlignedAllocator& CpuAlignedAllocator();
AlignedAllocator& GpuAlignedAllocator();

}  // namespace workbook
