#pragma once

#include "bench.h"

namespace workbook::bench {

/// `churn/<who>/<least_bytes>`: a million allocations of `least_bytes` to 4,096 bytes (each power
/// of two's range equally likely), every byte written; 90 % of the blocks live about 100
/// operations, 9 % about 10,000 and 1 % about 100,000. Runs in a child process of its own. Time is
/// per operation; beside it stand, in bytes:
///  - `live_at_end`: bytes asked for and not freed;
///  - `resident_at_half`, `resident_at_end`: growth of the resident set since the start;
///  - `slack_at_end`: resident over live bytes, minus 1.
/// Where the variable WORKBOOK_CHURN_CSV names a file, each run adds its 100 samples to it, for
/// draw_churn.py.
/// @param least_bytes  64 for mixed sizes, 4096 for one size
void RegisterChurn(const Subject& subject, std::size_t least_bytes);

}  // namespace workbook::bench
