#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>
#include <vector>

#include "schedule.h"

namespace workbook::replay {

/// What the timing found. One entry a round; the two lists belong together.
struct TimedResult {
  std::vector<double> default_ns;  ///< the whole trace, PyTorch's default
  std::vector<double> stage_ns;    ///< the whole trace, the stage

  [[nodiscard]] double DefaultMedian() const;
  [[nodiscard]] double StageMedian() const;
  /// Of the rounds' ratios default_ns / stage_ns: 2 means that the stage is twice as fast.
  [[nodiscard]] double Speedup() const;
  /// The middle half of these ratios.
  [[nodiscard]] double SpeedupLow() const;
  [[nodiscard]] double SpeedupHigh() const;
};

/// Measures the allocator's calls alone: nothing is checked, no byte of a block is touched, and
/// what is waited for between threads is not counted. Each round drives both allocators, in turn
/// first and second, with the trace as often as it takes to fill some milliseconds. A round before
/// the first one is thrown away. Blocks that the trace never frees are freed after it, untimed.
/// @param rounds  at least 1
/// @throws what the stage throws
TimedResult RunTimed(const Schedule& schedule, c10::Allocator& stage, std::size_t rounds);

}  // namespace workbook::replay
