#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "heat.h"
#include "size_classes.h"

namespace workbook {

/// What a HybridAllocator is made with.
struct HybridOptions {
  /// Block sizes of the slab pools (chapter 3), ascending multiples of 64: each pool serves what is
  /// larger than the one before it. One slab, 4 MiB, is the least that a pool in use takes, so:
  /// few.
  std::vector<std::size_t> pool_bytes = {1024};

  /// The cap of each pool, in slabs.
  std::size_t pool_slabs = 16;

  /// The classes that can have shelves, ascending, above the pools: a grid that knows no program,
  /// or what ChooseClasses() found in a trace.
  std::vector<SizeClass> shelf_classes = GridClasses(1024, std::size_t{64} << 20);

  /// Below this the shelves may keep what they like, in bytes.
  std::size_t floor_bytes = std::size_t{8} << 20;

  /// Whether an idle block may be cut in halves where a new one would pass the limit: see Buddies.
  bool cut_blocks = true;

  HeatLimits heat;

  /// The length of an epoch, in requests above the pools.
  std::uint64_t epoch_requests = 1024;
};

}  // namespace workbook
