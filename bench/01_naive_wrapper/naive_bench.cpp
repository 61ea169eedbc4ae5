// Chapter 1: what a header and exact counters cost on top of malloc.
#include "bench.h"
#include "registration.h"

void workbook::bench::RegisterCases() {
  const Subject stage{
      .who = "stage",
      .allocator = [] { return &SharedNaiveAllocator(); },
      // malloc keeps more than this; the headers are what the stage itself adds.
      .reserved_bytes =
          [] {
            const ByteStatistics now = SharedNaiveAllocator().Statistics();
            return static_cast<std::size_t>(now.live_bytes + now.live_blocks * kHeaderBytes);
          },
  };
  RegisterStandardCases(stage, {64, 4096, 1 << 20}, {1, 2});
}
