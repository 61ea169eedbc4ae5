#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event.h"

namespace workbook::trace {

class Reader;

/// One size that was asked for.
struct SizeUse {
  std::uint64_t bytes = 0;
  std::uint64_t requests = 0;
  std::uint64_t most_live = 0;  ///< blocks of this size at one time
};

/// What an operator held.
struct TagUse {
  std::string name;  ///< empty: no operator was known
  std::uint64_t requests = 0;
  std::uint64_t requested_bytes = 0;  ///< all its requests together
  std::uint64_t bytes_at_peak = 0;    ///< live when the whole program's live bytes were highest
  std::uint64_t blocks_at_peak = 0;
};

struct ThreadUse {
  std::uint32_t thread = 0;
  std::uint64_t allocations = 0;
  std::uint64_t frees = 0;
  std::uint64_t frees_of_others = 0;  ///< blocks that another thread had allocated
};

/// How long the freed blocks lived. A quantile is the value that this share of them does not
/// exceed, rounded up to a power of two: they are counted in classes.
struct Lifetimes {
  std::uint64_t freed = 0;
  std::uint64_t never_freed = 0;
  /// Between allocation and free, in events of all threads: 1 means that nothing came between.
  std::uint64_t median_events = 0;
  std::uint64_t ninth_decile_events = 0;
  std::uint64_t median_us = 0;
  std::uint64_t ninth_decile_us = 0;
  std::uint64_t longest_us = 0;
};

/// Everything that `trace show` says about a trace.
struct Analysis {
  std::uint64_t events = 0;
  std::uint64_t allocations = 0;
  std::uint64_t frees = 0;
  std::uint64_t empty_requests = 0;   ///< of 0 bytes
  std::uint64_t requested_bytes = 0;  ///< all allocations together
  std::uint64_t first_us = 0;
  std::uint64_t last_us = 0;

  std::uint64_t peak_bytes = 0;  ///< the most that was live at one time
  std::uint64_t peak_blocks = 0;
  std::uint64_t peak_event = 0;  ///< the event that reached it, counted from 1
  std::uint64_t peak_us = 0;

  std::uint64_t end_bytes = 0;  ///< live at the end
  std::uint64_t end_blocks = 0;

  /// Requests (not of 0 bytes) of a size that had been asked for before, over all requests that
  /// are not of 0 bytes. 0 when there is none.
  double repeat_share = 0;
  /// The same, of a size of which a block had been freed and not taken again: a cache of freed
  /// blocks by exact size would have served them.
  double reuse_share = 0;

  std::vector<SizeUse> sizes;  ///< by requests, most first; without 0 bytes
  std::vector<TagUse> tags;    ///< by bytes_at_peak, then requested_bytes, most first
  std::vector<ThreadUse> threads;
  Lifetimes lifetimes;
};

/// Counts a whole trace in one reading.
///
/// Memory: as much as the reader's, and a few words for each distinct size, tag and thread.
/// @throws TraceError  as Reader::Next does
Analysis Analyze(Reader& reader);

/// The same, of a trace in memory.
Analysis Analyze(const Trace& trace);

}  // namespace workbook::trace
