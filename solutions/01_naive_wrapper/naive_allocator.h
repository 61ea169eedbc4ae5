#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>
#include <limits>
#include <optional>

#include "byte_counters.h"

namespace workbook {

/// Stands before every payload. It is all that a deleter can find from its one word of context:
///
///   | payload_bytes 8 B | counters 8 B | payload n B |
///   ^ what malloc returned             ^ what PyTorch gets: data and context
///
/// glibc's malloc aligns to 16 bytes on x86-64 and the header is 16 bytes, so the payload is
/// aligned to 16 bytes too.
// [snippet block_header]
struct BlockHeader {
  std::size_t payload_bytes;  // what was asked for, without the header
  ByteCounters* counters;     // of the allocator that handed the block out
};
// [end snippet block_header]

inline constexpr std::size_t kHeaderBytes = 16;
inline constexpr std::size_t kNaiveAlignment = 16;
static_assert(sizeof(BlockHeader) == kHeaderBytes);

/// The largest size that `allocate` even tries. With its header such a block is as long as the
/// largest difference of two pointers (PTRDIFF_MAX), which is where malloc stops too.
inline constexpr std::size_t kMaxPayloadBytes =
    static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - kHeaderBytes;

/// PyTorch's allocator interface over malloc and free.
///
/// Threads: everything may be called from any thread; a block may be freed on any thread.
/// Lifetime: the allocator must outlive its blocks, and a tensor can outlive everything else, so
/// what is registered must never be destroyed (see `SharedNaiveAllocator`).
class NaiveAllocator final : public c10::Allocator {
 public:
  /// A block of `n` bytes for the CPU, aligned to 16 bytes, its bytes undefined. Data and context
  /// of the result are the same pointer; its deleter is `raw_deleter()`. For n = 0 both are null
  /// and no memory is taken; the deleter is the same.
  /// @throws c10::OutOfMemoryError naming `n` and the limit when n > kMaxPayloadBytes (a negative
  ///         size arrives as such a number) or when malloc has no memory. Never returns a null
  ///         block for n > 0.
  c10::DataPtr allocate(std::size_t n) override;

  /// The function that frees every block, with the block's data pointer as its argument; always the
  /// same one. It does nothing for a null pointer.
  c10::DeleterFnPtr raw_deleter() const override;

  /// Copies `count` bytes. The two blocks must not overlap; null pointers are fine for count = 0.
  void copy_data(void* dest, const void* src, std::size_t count) const override;

  /// How many bytes were asked for when this allocator handed `pointer` out: 0 for its empty
  /// blocks, nothing for a pointer of anybody else. The memory of anybody else is never read.
  std::optional<std::size_t> BlockBytes(const c10::DataPtr& pointer) const;

  /// Live, peak and total of this allocator; empty blocks are not counted. Exact whenever no call
  /// is in flight.
  ByteStatistics Statistics() const { return counters_.Read(); }

  /// Starts a new peak at the bytes that are live now.
  void ResetPeak() { counters_.ResetPeak(); }

 private:
  static BlockHeader* HeaderOf(void* payload) noexcept;
  static void DeleteBlock(void* context) noexcept;

  /// Throws as `allocate` does when `n` can't be served by any machine.
  void RefuseImpossibleSize(std::size_t n) const;
  [[noreturn]] void ThrowOutOfMemory(std::size_t n) const;

  ByteCounters counters_;
};

}  // namespace workbook
