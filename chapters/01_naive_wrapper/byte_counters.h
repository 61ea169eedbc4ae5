#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace workbook {

/// What `ByteCounters` had counted at one moment. Bytes are payload bytes: what was asked for,
/// without headers.
struct ByteStatistics {
  std::uint64_t live_bytes;         ///< in blocks handed out and not yet freed
  std::uint64_t live_blocks;        ///< how many such blocks there are
  std::uint64_t peak_bytes;         ///< the most that `live_bytes` has been since the last reset
  std::uint64_t total_allocations;  ///< blocks handed out so far; a free doesn't lower it
};

/// Counts the blocks and bytes of one allocator. Torch-free.
///
/// Threads: every function may be called from any thread at any time. A block may be recorded as
/// freed on another thread than the one that recorded its allocation. Each counter is exact
/// whenever no call is in flight, and the four of `Read` belong together then. No call waits for
/// another: there is no lock.
///
/// Lifetime: a block's header points to its counters, so they must outlive the last block.
class ByteCounters {
 public:
  /// Adds one block of `bytes` bytes and raises the peak if there have never been as many live.
  void RecordAllocation(std::size_t bytes) noexcept;

  /// Takes one block of `bytes` bytes away; the peak stays. The block must have been recorded.
  void RecordFree(std::size_t bytes) noexcept;

  ByteStatistics Read() const noexcept;

  /// Starts a new peak: from now on the most live bytes since this call, so at least the bytes that
  /// are live now. The other counters stay. A call that is in flight may still count for the old
  /// peak.
  void ResetPeak() noexcept;

 private:
  /// Makes peak_bytes_ at least `live`, however many threads try at once.
  void RaisePeak(std::uint64_t live) noexcept;

  std::atomic<std::uint64_t> live_bytes_{0};
  std::atomic<std::uint64_t> live_blocks_{0};
  std::atomic<std::uint64_t> peak_bytes_{0};
  std::atomic<std::uint64_t> total_allocations_{0};
};

}  // namespace workbook
