#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace workbook::trace {

enum class Kind : std::uint8_t { kAllocate, kFree };

/// One allocation or one free, as it happened in the recorded program.
struct Event {
  Kind kind = Kind::kAllocate;
  std::uint32_t thread = 0;  ///< the thread that called, numbered from 0 in the order of appearance
  /// The operator that ran: an index into the trace's tags, 0 where none is known. A free carries
  /// the tag of its allocation.
  std::uint32_t tag = 0;
  std::uint64_t id = 0;           ///< of the block; ids of allocations strictly grow
  std::uint64_t bytes = 0;        ///< asked for; 0 is legal. A free carries those of its allocation
  std::uint64_t microsecond = 0;  ///< since the recording began
};

/// What the recorder knows about the run as a whole. 0: not recorded.
struct Summary {
  std::uint64_t run_us = 0;        ///< wall time of the run, in microseconds
  std::uint64_t allocate_ns = 0;   ///< time inside all allocations together, in nanoseconds
  std::uint64_t free_ns = 0;       ///< time inside all frees together, in nanoseconds
  std::uint64_t minor_faults = 0;  ///< page faults of the process that needed no disk
};

/// A whole trace in memory.
struct Trace {
  std::vector<Event> events;      ///< in the order in which they happened
  std::vector<std::string> tags;  ///< names of operators; tags[0] is the empty name
  Summary summary;
  bool complete = false;              ///< false: the recording ended early, or the file was cut
  std::string why_incomplete;         ///< empty when complete; else a sentence with the line
  std::vector<std::string> comments;  ///< how it was recorded: the comment lines of the file's head
};

/// Numbers above these are errors in a file. No process of x86-64 has more than 2^47 bytes of
/// addresses, so sums of live bytes never overflow.
inline constexpr std::uint64_t kMaxLiveBytes = std::uint64_t{1} << 47U;
inline constexpr std::uint32_t kMaxThreads = 1U << 16U;
inline constexpr std::uint32_t kMaxTags = 1U << 20U;
/// The longest line, its line break included.
inline constexpr std::size_t kMaxLineBytes = 4096;

}  // namespace workbook::trace
