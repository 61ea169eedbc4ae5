#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace workbook {

/// Counts the allocations that PyTorch's default CPU allocator serves on this thread while the
/// object lives, by size. It hears of them the way PyTorch's profiler does: the default allocator
/// reports each block to the thread's MemoryReportingInfoBase. An allocator of the workbook's first
/// chapters reports nothing, so what is counted is what still went to the default: asked directly,
/// or through an allocator that delegates to it. Requests of zero bytes are not reported.
///
/// One object a thread at a time, on the thread that made it; a profiler cannot run meanwhile.
class DefaultCensus {
 public:
  DefaultCensus();
  ~DefaultCensus();
  DefaultCensus(const DefaultCensus&) = delete;
  DefaultCensus& operator=(const DefaultCensus&) = delete;

  /// How often each size, in bytes, was allocated so far.
  const std::map<std::size_t, std::size_t>& counts() const;

  /// All allocations so far.
  std::size_t total() const;

  /// Forgets what was counted so far.
  void Clear();

 private:
  class Listener;
  std::shared_ptr<Listener> listener_;
};

/// "3 x 4096 B, 1 x 32768 B": the sizes of a census, small to large, at most `limit` of them.
std::string DescribeSizes(const std::map<std::size_t, std::size_t>& counts, std::size_t limit = 12);

}  // namespace workbook
