#pragma once

#include <c10/core/Allocator.h>

#include <atomic>
#include <cstddef>

namespace workbook::replay {

/// PyTorch's default CPU allocator, with its bytes counted: by malloc_usable_size, which is what
/// malloc really gave. A stage that delegates gets it as its upstream, so that delegated bytes
/// count like its own. For use from any thread.
class CountingAllocator final : public c10::Allocator {
 public:
  c10::DataPtr allocate(std::size_t bytes) override;
  c10::DeleterFnPtr raw_deleter() const override;
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

  /// Held now by all CountingAllocators of the process: a deleter knows only its block.
  static std::size_t live_bytes() noexcept;
  static std::size_t live_blocks() noexcept;
};

}  // namespace workbook::replay
