#pragma once

#include <cstddef>
#include <string>

#include "bench.h"

namespace workbook::bench {

/// What `count` full blocks cost in resident memory.
struct Footprint {
  bool measured = false;           ///< false when the child failed; the case then reports why
  double resident_per_live = 0;    ///< growth of the resident set over the bytes asked for
  double resident_after_free = 0;  ///< bytes of that growth left after the last free
};

/// Measures it in a forked child, so that neither the heap's history nor a crash matters. Call
/// before any thread is started. Measures only cases that --benchmark_filter lets run and only
/// when the program is about to run them; see `WillRun`.
Footprint MeasureFootprint(const std::string& name, const Subject& subject, std::size_t bytes,
                           std::size_t count);

/// Tells MeasureFootprint which cases run: main passes what the command line said.
void SetWillRun(std::function<bool(const std::string&)> will_run);

}  // namespace workbook::bench
