#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace workbook::replay {

/// A block as the trace knows it.
struct BlockName {
  std::uint64_t id = 0;
  std::uint64_t line = 0;  ///< of its allocation, in the trace
  std::size_t bytes = 0;   ///< at least 1
};

/// What should be live, by address. It fills each block with a pattern of its own and reads it
/// again at the end. Each function returns what is wrong, with the neighbours drawn, or an empty
/// string. Not for use from several threads at once.
class LiveMap {
 public:
  /// @param alignment  what the stage promises, in bytes
  std::string Add(void* block, const BlockName& name, std::size_t alignment);

  /// To be called before the allocator gets the block back.
  /// @param block  was added
  std::string Remove(const void* block);

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }

 private:
  using Blocks = std::map<std::uintptr_t, BlockName>;

  [[nodiscard]] std::string Overlap(Blocks::const_iterator place) const;
  [[nodiscard]] std::string Draw(Blocks::const_iterator place) const;

  Blocks blocks_;
};

}  // namespace workbook::replay
