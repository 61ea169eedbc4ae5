#pragma once

#include <atomic>
#include <cstddef>

namespace workbook {

/// A list of free blocks that needs no memory of its own: a free block holds nothing, so its first
/// 8 bytes can say where the next free block lies. Such a list is called intrusive.
///
///     head_ ──> | next | unused … |   ┌> | next | unused … |   ┌> | null | unused … |
///                  └──────────────────┘     └──────────────────┘
///
/// Last in, first out: the block that came back last is the one most likely still in the
/// processor's cache. Only one thread at a time may change a list; any thread may ask for its
/// count.
class BlockList {
 public:
  /// Puts `block` in front, writing its first 8 bytes.
  /// Adding to the count is the last thing it does: see ThreadCache::Free().
  /// @param block  not null, aligned to 8 bytes at least, in no list
  void Push(void* block);

  /// Takes the front block out.
  /// @return the block pushed last, or null when the list is empty
  void* Pop();

  /// How many blocks the list holds.
  std::size_t count() const noexcept { return count_.load(std::memory_order_acquire); }

  /// Forgets all blocks.
  void Clear() noexcept;

  /// Counts the blocks anew. The child of a fork calls this: its copy of another thread's list may
  /// have been made in the middle of a Push() or Pop().
  void Recount() noexcept;

  /// Calls `visit(block)` for each block, front first, for as long as it returns true.
  template <typename Visit>
  void ForEach(Visit visit) const {
    const FreeBlock* block = head_;
    while (block != nullptr && visit(block)) block = block->next;
  }

 private:
  struct FreeBlock {
    FreeBlock* next;
  };

  void SetCount(std::size_t count) noexcept { count_.store(count, std::memory_order_release); }

  FreeBlock* head_ = nullptr;
  // Written by one thread with plain stores (no locked instruction), read by all.
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace workbook
