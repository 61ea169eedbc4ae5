#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace workbook::trace {

/// Addresses for a trace, which records none: each block goes into the smallest free stretch that
/// holds it, at a multiple of 64, and memory grows at its end when there is none. So pictures show
/// a heap as a best-fit allocator would have filled it. Deterministic. Not for several threads.
class BestFitHeap {
 public:
  /// @param bytes  0 takes as much room as 1
  /// @return the block's offset from the beginning of the memory
  std::uint64_t Place(std::uint64_t id, std::uint64_t bytes);

  /// @param id  a live block
  /// @return the offset that the block had
  std::uint64_t Release(std::uint64_t id);

  /// Where the memory ends: the most that was ever needed.
  [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
  struct Block {
    std::uint64_t offset;
    std::uint64_t room;
  };

  void AddFree(std::uint64_t offset, std::uint64_t room);
  void TakeFree(std::map<std::uint64_t, std::uint64_t>::iterator stretch);

  std::uint64_t end_ = 0;
  std::unordered_map<std::uint64_t, Block> live_;
  std::map<std::uint64_t, std::uint64_t> free_by_offset_;           // offset -> room
  std::set<std::pair<std::uint64_t, std::uint64_t>> free_by_room_;  // room, offset
};

}  // namespace workbook::trace
