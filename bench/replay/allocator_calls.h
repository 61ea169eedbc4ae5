#pragma once

#include <c10/core/Allocator.h>

#include "schedule.h"
#include "timing_process.h"

namespace workbook::replay {

/// Driving an allocator with a whole trace; what counts is the time of the allocator's calls alone.
/// Blocks that the trace never frees are freed after each time, uncounted.
/// @param schedule  must live as long as the work
/// @throws std::runtime_error when the allocator has no raw_deleter()
bench::TimedWork AllocatorCalls(const Schedule& schedule, c10::Allocator& allocator);

}  // namespace workbook::replay
