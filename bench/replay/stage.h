#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>
#include <cstdint>
#include <functional>

#include "trace/event.h"

namespace workbook::replay {

/// An allocator that is driven by a trace, and what must be known to judge it.
struct Stage {
  /// Has a raw_deleter(), gives blocks whose context is their data, and lives until the process
  /// ends.
  c10::Allocator* allocator = nullptr;

  /// What the stage promises for every block of at least one byte, in bytes.
  std::size_t alignment = 16;

  /// Bytes that the stage itself holds from the system now: slabs, caches, tables. What it took
  /// from the upstream of MakeStage is counted there. Null: nothing.
  std::function<std::size_t()> own_bytes = nullptr;

  /// For a stage without upstream, where each block is a piece of malloc's memory: how much malloc
  /// gave for this block. Called right after the allocation. Null: nothing.
  std::function<std::size_t(const void* block)> block_bytes = nullptr;

  /// Blocks of at least one byte in users' hands, by the stage's own count. Null: it does not
  /// count. A stage that counts is caught when it loses a block.
  std::function<std::size_t()> live_blocks = nullptr;

  /// Requests of at least one byte that the stage has served so far without asking its upstream, by
  /// its own count. Null: it has no upstream, or does not count.
  std::function<std::uint64_t()> own_requests = nullptr;
};

/// Makes the stage afresh. Each chapter that can be replayed defines it in
/// bench/NN_topic/replay_stage.cpp; it is called once in the process of the checked run and
/// once in that of the timing.
/// @param trace     what will be asked for: a stage may choose its sizes by it
/// @param upstream  where the stage gets what it does not serve itself; lives until the process
/// ends. May throw NotImplemented.
Stage MakeStage(const trace::Trace& trace, c10::Allocator& upstream);

}  // namespace workbook::replay
