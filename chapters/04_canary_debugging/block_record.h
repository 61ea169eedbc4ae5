#pragma once

#include <cstdint>

#include "block_layout.h"
#include "stack_trace.h"

namespace workbook {

class DebugHeap;

enum class BlockState : std::uint8_t {
  kUnused,  ///< nobody's
  kLive,    ///< in a user's hands
  kFreed,   ///< freed; its memory is still held
  kGone,    ///< freed, its memory has gone back to the upstream; only remembered
};

/// What is known of one block. It does not stand in the block but in a book of its own, the
/// Ledger: what lies next to a payload is exactly what a bug overwrites.
struct BlockRecord {
  BlockBounds bounds;
  DebugHeap* heap = nullptr;  // whose block it is; heaps are never destroyed
  std::uint64_t serial = 0;   // 1, 2, 3 … in the order of allocation, over all heaps
  int allocated_by = 0;       // thread
  int freed_by = 0;           // thread; 0 before the free
  BlockState state = BlockState::kUnused;
  bool reported = false;  // damage is reported once

  BlockRecord* next_in_bucket = nullptr;
  BlockRecord* older = nullptr;  // neighbours in the RecordList that it is in
  BlockRecord* newer = nullptr;

  StackTrace allocated_at;
  StackTrace freed_at;
};

}  // namespace workbook
