#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "block_layout.h"

namespace workbook {

/// One measure, as torch.cuda.memory_stats() has it: what is there now, the most there ever was,
/// and all that ever came and went.
///
///     current == allocated - freed,   current <= peak <= allocated
// [snippet stat]
struct Stat {
  std::uint64_t current = 0;
  std::uint64_t peak = 0;
  std::uint64_t allocated = 0;
  std::uint64_t freed = 0;

  /// `amount` more.
  void Increase(std::uint64_t amount);

  /// `amount` less. The peak stays.
  void Decrease(std::uint64_t amount);
};
// [end snippet stat]

/// The numbers of a DebugHeap, with PyTorch's names. In use by a tensor is *allocated*; what nobody
/// may use and nobody can have yet, blocks in quarantine, is *active* only; and *reserved* is all
/// that was taken from the upstream, guards included.
///
///     allocated_bytes.current <= active_bytes.current <= reserved_bytes.current
///
/// Guarded by the ledger's lock.
struct HeapStatistics {
  Stat allocation;                 ///< blocks in users' hands
  Stat allocated_bytes;            ///< payload bytes of those
  Stat active;                     ///< those and the blocks in quarantine
  Stat active_bytes;               ///< payload bytes of those
  Stat reserved_bytes;             ///< bytes held from the upstream
  std::uint64_t num_ooms = 0;      ///< requests that the upstream refused
  std::uint64_t num_findings = 0;  ///< misuses found

  /// A block was handed to a user.
  void OnAllocate(const BlockBounds& block);

  /// A user gave it back; its memory is still held.
  void OnFree(const BlockBounds& block);

  /// Its memory goes back to the upstream.
  void OnRelease(const BlockBounds& block);

  /// Starts new peaks at what is there now, as torch.cuda.reset_peak_memory_stats() does.
  void ResetPeaks();
};

/// The numbers under the keys of torch.cuda.memory_stats(), in their order:
/// "active.all.allocated", …, "reserved_bytes.all.peak", then "num_ooms".
std::vector<std::pair<std::string, std::uint64_t>> AsMemoryStats(const HeapStatistics& statistics);

/// A table like that of torch.cuda.memory_summary(). Its last row is the default's share: what else
/// the process holds from malloc, such as tensors that went past this allocator, other libraries'
/// memory, and containers.
/// @param malloc_bytes  all that malloc has handed out in this process, from MallocBytes(); counts
///                      our blocks too where the upstream is PyTorch's default
std::string MemorySummary(const HeapStatistics& statistics, std::uint64_t malloc_bytes);

/// Bytes that malloc has handed out in this process and that were not freed: mallinfo2().
std::uint64_t MallocBytes();

}  // namespace workbook
