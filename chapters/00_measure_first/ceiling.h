#pragma once

#include <cstdint>

#include "trace/event.h"

namespace workbook {

/// The time that a run truly spent in its allocator, in nanoseconds: what was measured around the
/// calls, less what the measuring itself added. Never less than 0.
/// @param summary   of the recorded run: allocate_ns and free_ns, both with the clock's cost in
/// them
/// @param calls     how many calls were measured: one for each event
/// @param clock_ns  what measuring one call adds to it
std::uint64_t AllocatorNs(const trace::Summary& summary, std::uint64_t calls,
                          std::uint64_t clock_ns);

/// What share of a run some time is, 0 to 1. More than the whole run counts as 1: several threads
/// can spend more time than passes. A run of length 0 gives 0.
/// @param ns      the time, in nanoseconds
/// @param run_us  the run's length, in microseconds
double TimeShare(std::uint64_t ns, std::uint64_t run_us);

/// How many times as fast a run gets when a share of it becomes `factor` times as fast and the rest
/// stays as it is: Amdahl's law.
/// @param share   0 to 1
/// @param factor  more than 0; infinity: the share takes no time any more
/// @return at least 0; infinity if all of the run takes no time any more
double Speedup(double share, double factor);

/// The most that any allocator could make of a run, even one that takes no time: Speedup with an
/// infinite factor.
double Ceiling(double share);

}  // namespace workbook
