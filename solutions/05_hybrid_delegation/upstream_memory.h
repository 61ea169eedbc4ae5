#pragma once

#include <cstddef>

namespace workbook {

/// Where a HybridCore gets what it does not serve itself. Free of PyTorch, so that the tests can
/// put anything in its place. Given.
class UpstreamMemory {
 public:
  virtual ~UpstreamMemory() = default;

  /// @return `bytes` bytes aligned to 64, or null when there are none. Any thread; never throws.
  virtual void* Allocate(std::size_t bytes) noexcept = 0;

  /// @param block  from Allocate(), not null. Any thread.
  virtual void Free(void* block) noexcept = 0;
};

}  // namespace workbook
