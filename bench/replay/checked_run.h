#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "schedule.h"
#include "stage.h"

namespace workbook::replay {

/// What the checked run found.
struct CheckedResult {
  std::string wrong;       ///< empty: every block was sound; else the first bad operation
  std::uint64_t line = 0;  ///< of it, in the trace; 0 for what was found after the last one
  std::size_t peak_live_bytes = 0;
  std::size_t peak_reserved_bytes = 0;
  std::uint64_t requests = 0;                 ///< of at least one byte
  std::optional<std::uint64_t> own_requests;  ///< of these, what the stage served itself

  /// Peak live bytes over peak reserved bytes; 1 where nothing was asked for.
  [[nodiscard]] double Utilisation() const;

  /// Share of the requests that the stage served itself; nothing where it does not count them, or
  /// where there was no request.
  [[nodiscard]] std::optional<double> OwnShare() const;
};

/// Drives a stage with the whole schedule and checks every block: not null, aligned, no overlap,
/// its pattern unchanged when it goes, and none lost at the end. Blocks that the trace never frees
/// are freed at the end. Stops at the first thing that is wrong.
/// @param stage  made over a CountingAllocator
CheckedResult RunChecked(const Schedule& schedule, const Stage& stage);

/// The line of the operation that is being done, for a signal handler. 0 when there is none.
std::uint64_t LineInProgress() noexcept;

}  // namespace workbook::replay
