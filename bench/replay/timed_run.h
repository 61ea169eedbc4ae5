#pragma once

#include <cstddef>
#include <vector>

#include "timing_process.h"

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
/// what is waited for between threads is not counted. Each round asks both processes, in turn first
/// and second, to drive their allocator with the trace as often as it takes to fill some
/// milliseconds. A round before the first one is thrown away.
/// @param by_default, by_stage  each with the AllocatorCalls() of the same schedule
/// @param rounds  at least 1
/// @throws std::runtime_error as TimingProcess::Run() does
TimedResult RunTimed(bench::TimingProcess& by_default, bench::TimingProcess& by_stage,
                     std::size_t rounds);

}  // namespace workbook::replay
