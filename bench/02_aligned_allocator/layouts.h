#pragma once

#include "bench.h"

namespace workbook::bench {

/// `layout/<who>/<pattern>`: reads floats from one large block of the subject in ten patterns.
/// Counters: `measured_GBps` and `predicted_GBps` (bytes that the loop uses, 10^9 a second; the
/// prediction is the stream's speed times used bytes over fetched lines), `lines_per_element`,
/// `pages`, `cache_sets` (of 64).
void RegisterLayouts(const Subject& subject);

}  // namespace workbook::bench
