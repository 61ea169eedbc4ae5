#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace workbook::trace {

/// What is remembered of a block while it is live.
struct LiveBlock {
  std::uint64_t id = 0;
  std::uint64_t bytes = 0;
  std::uint32_t tag = 0;
  bool used = false;
};

/// The live blocks by id: one flat table with linear probing. A node a block, as in
/// std::unordered_map, took half of the reader's time.
class LiveBlocks {
 public:
  LiveBlocks();

  /// @param id  must not be in the table
  void Add(std::uint64_t id, std::uint64_t bytes, std::uint32_t tag);

  /// Null when there is none. Valid until the next Add or Remove.
  [[nodiscard]] const LiveBlock* Find(std::uint64_t id) const;

  /// @return false when there is no such block; else it is gone, and `block` says what it was
  bool Remove(std::uint64_t id, LiveBlock& block);

  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  [[nodiscard]] std::size_t PlaceOf(std::uint64_t id) const;
  [[nodiscard]] std::size_t HomeOf(std::uint64_t id) const;
  void CloseGap(std::size_t gap);
  void Grow();

  std::vector<LiveBlock> slots_;  // a power of two; at most half of them used
  std::size_t count_ = 0;
};

}  // namespace workbook::trace
