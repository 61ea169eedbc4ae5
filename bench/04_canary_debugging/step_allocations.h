#pragma once

#include "bench.h"

namespace workbook::bench {

/// `step_allocations/<who>`: the allocator calls of one training step of DigitsTraining, in their
/// order and with their sizes, without the step. They are written down once, while the network
/// trains on PyTorch's default; one iteration makes them all. The first word of each block is
/// written. So the time is what a training step spends in its allocator, with warm caches.
/// `calls` says how many allocations that are.
void RegisterStepAllocations(const Subject& subject);

/// `step_allocations_by_turns/<who>`: the same by turns with the default.
void RegisterStepAllocationsByTurns(const Subject& subject);

}  // namespace workbook::bench
