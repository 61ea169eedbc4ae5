#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "trace/event.h"

namespace workbook::replay {

/// One call of the trace, as short as possible: the timing must not wait for memory.
struct Operation {
  std::uint64_t bytes = 0;
  std::uint32_t slot = 0;  ///< where the block is kept; reused after its free
  trace::Kind kind = trace::Kind::kAllocate;
};

/// Where an operation stands in the file, for messages.
struct Origin {
  std::uint64_t line = 0;
  std::uint64_t id = 0;
};

/// Operations that one thread does without another one in between.
struct Stretch {
  std::uint32_t thread = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// A trace, made ready to be driven.
struct Schedule {
  std::vector<Operation> operations;
  std::vector<Origin> origins;     ///< one an operation
  std::vector<Stretch> stretches;  ///< all operations, in order
  std::size_t slots = 0;           ///< the most blocks that are live at one time
  std::uint32_t threads = 0;       ///< numbered 0 … threads - 1, whatever the file calls them
  std::uint64_t peak_bytes = 0;    ///< the most that is live at one time
  trace::Trace trace;              ///< the file itself
};

/// @throws trace::TraceError
Schedule ReadSchedule(const std::filesystem::path& file);

}  // namespace workbook::replay
