#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/event.h"

namespace workbook {

/// The life of one block. Time is counted in events, not in seconds: the allocation and the free
/// of a block with nothing in between are 1 apart.
struct Lifetime {
  std::uint64_t bytes = 0;
  std::uint64_t events = 0;  ///< from its allocation to its free, or else to the end of the trace
  bool freed = false;        ///< false: still live at the end
  bool remote = false;       ///< freed on another thread than it was allocated on
};

/// The lives of all blocks, in the order of their allocations.
///
/// The end of the trace is the moment behind its last event: a block that is allocated by the last
/// of n events and never freed has lived for 1 event.
std::vector<Lifetime> Lifetimes(std::span<const trace::Event> events);

/// Those that die young, in two measures, each 0 to 1 (and 0 if there is nothing to share).
struct YoungShares {
  double of_blocks = 0;  ///< what share of all blocks they are
  double of_memory = 0;  ///< what share of all byte-events is theirs
};

/// How much the short-lived blocks matter. *Short-lived* is a block that was freed at most
/// `most_events` after its allocation. A *byte-event* is one byte that is live for one event: a
/// block of 100 bytes that lives for 3 events takes 300 of them.
YoungShares ShareOfYoung(std::span<const Lifetime> lifetimes, std::uint64_t most_events);

/// The mean of the live bytes over all moments of the trace, the moment behind each event counting
/// once. It is computed from lives alone, without walking through the moments.
/// @param event_count  of the trace that the lifetimes came from; 0 gives 0
double MeanLiveBytes(std::span<const Lifetime> lifetimes, std::size_t event_count);

/// What share of the freed blocks was freed on another thread; 0 if none was freed.
double RemoteShare(std::span<const Lifetime> lifetimes);

}  // namespace workbook
