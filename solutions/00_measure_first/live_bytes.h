#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/event.h"

namespace workbook {

// [snippet peak]
/// The moment at which a run held the most memory.
struct Peak {
  std::uint64_t bytes = 0;  ///< live at that moment
  std::size_t events = 0;   ///< how many events had happened by then; 0 if nothing was ever live
};
// [end snippet peak]

/// The most bytes that were live at once, and the first moment at which they were. *Live* are the
/// blocks that have been allocated and not yet freed.
/// @param events  a trace, or the beginning of one, in the order in which things happened
Peak FindPeak(std::span<const trace::Event> events);

// [snippet holder]
/// What one operator holds.
struct Holder {
  std::uint32_t tag = 0;     ///< which operator: an index into Trace::tags; 0 is "unknown"
  std::uint64_t bytes = 0;   ///< of its live blocks together
  std::uint64_t blocks = 0;  ///< how many
};
// [end snippet holder]

/// Who holds the bytes that are live after the last of these events: one entry for each tag that
/// has a live block, the largest bytes first, and of equal bytes the smaller tag first.
///
/// Blocks of zero bytes count as blocks.
std::vector<Holder> HoldersAfter(std::span<const trace::Event> events);

}  // namespace workbook
