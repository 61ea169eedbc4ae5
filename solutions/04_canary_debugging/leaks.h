#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "record_list.h"

namespace workbook {

/// Live blocks that were asked for in one place of the program, with one size.
struct LeakGroup {
  std::size_t blocks = 0;
  std::size_t payload_bytes = 0;  // of all of them together
  BlockRecord first;              // the one with the lowest serial number, as it was then
};

/// The blocks that were allocated between two marks and are live. Whether that is a leak the reader
/// decides: a weight that was made meanwhile is none.
struct LeakReport {
  std::size_t blocks = 0;
  std::size_t payload_bytes = 0;
  std::vector<LeakGroup> groups;  // most bytes first; with equal bytes, the lower serial first
};

inline constexpr std::uint64_t kFromTheBeginning = 0;
inline constexpr std::uint64_t kUntilNow = std::numeric_limits<std::uint64_t>::max();

/// Whether two blocks count as the same leak: the same payload size, asked for through the same
/// calls.
bool SameOrigin(const BlockRecord& a, const BlockRecord& b);

/// Sums up the blocks of one heap whose serial number is above `after` and at most `until`.
/// @param live  in the order of serial numbers; blocks of other heaps are skipped
LeakReport CollectLeaks(const RecordList& live, const DebugHeap* heap, std::uint64_t after,
                        std::uint64_t until);

/// The report in words: a line for the sum, then each group with the stack of its first block.
std::string Describe(const LeakReport& report);

}  // namespace workbook
