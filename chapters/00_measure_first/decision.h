#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "trace/load.h"

namespace workbook {

/// What two things cost, in nanoseconds. The values are those of the machine that recorded the
/// workbook's traces; `./workbook bench 0` measures them on yours.
struct Costs {
  /// What the measuring left in the time of one call. `./workbook trace record` leaves nothing: it
  /// takes the clock's time out itself.
  std::uint64_t clock_ns = 0;
  std::uint64_t fault_ns = 2000;  ///< one page fault
};

/// How many pools one is willing to build: Findings counts with the most frequent sizes.
inline constexpr std::size_t kPools = 8;

/// What a trace says about its run; each a share, 0 to 1.
struct Findings {
  double calls = 0;   ///< of the run's time: in the allocator's calls (0.4)
  double faults = 0;  ///< of the run's time: in page faults that could be avoided (0.5)
  double pooled = 0;  ///< of the requests: for one of the kPools most frequent sizes (0.2)
};

/// What no trace can say: whether something is needed that malloc cannot give.
struct Needs {
  std::size_t alignment = 0;    ///< bytes; what the hardware asks for. 0: nothing special
  bool special_memory = false;  ///< page-locked, shared with a device, of one NUMA node …
  bool freed_together = false;  ///< a tree, a graph: thousands of small blocks that die at once
};

/// Where the decision draws its lines.
struct Bar {
  double least_speedup = 1.05;  ///< less than this is not worth anybody's time
  double least_pooled = 0.6;    ///< pools must serve at least this share of the requests
};

enum class Advice {
  kBuildForTheNeed,  ///< malloc cannot do it, whatever it costs
  kLeaveIt,          ///< there is nothing to win
  kTuneMalloc,       ///< it is the page faults: tell malloc to keep its memory
  kBuildPools,       ///< it is the calls, and few sizes make up most of them
  kSwapMalloc,       ///< it is the calls, and the sizes are all over: preload another malloc
};

/// What PyTorch's CPU allocator aligns every block to, in bytes.
inline constexpr std::size_t kDefaultAlignment = 64;

/// Measures a trace with what the exercises before built; run, times and faults are those of
/// trace.summary. The time in calls is without the clock's
/// part; each event is one call. Sizes count as they were asked for, not by class.
Findings Examine(const trace::Trace& trace, const Costs& costs);

/// The advice, by these questions in this order; the first that is answered with yes decides:
///  1. Is there a need that malloc cannot meet? An alignment above kDefaultAlignment, special
///     memory, or blocks that are freed together: kBuildForTheNeed.
///  2. Is the ceiling of calls and faults *together* below `least_speedup`? kLeaveIt.
///  3. Is the ceiling of the faults *alone* at least `least_speedup`, or that of the calls alone
///     below it? kTuneMalloc: it is the cheapest that can help, so it comes first.
///  4. Is `pooled` at least `least_pooled`? kBuildPools.
///  5. Else kSwapMalloc.
///
/// Together, the shares count as 1 at most.
Advice Decide(const Findings& findings, const Needs& needs, const Bar& bar);

/// Why you would follow the advice for one of the workbook's six traces, or why not: a sentence of
/// your own, with the number that convinced you.
/// @param trace  its name, such as "rnn_cell"
/// @return empty for any other name
std::string_view OwnReason(std::string_view trace);

}  // namespace workbook
