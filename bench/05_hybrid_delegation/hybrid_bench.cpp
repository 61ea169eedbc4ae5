// Chapter 5: the standard cases, at a size of a pool and at two of shelves.
#include <c10/core/CPUAllocator.h>

#include "bench.h"
#include "hybrid_allocator.h"

namespace {

workbook::HybridAllocator& Allocator() {
  static auto* const allocator = new workbook::HybridAllocator(c10::GetDefaultCPUAllocator());
  return *allocator;
}

workbook::bench::Subject Stage() {
  return {.who = "stage",
          .allocator = [] { return &Allocator(); },
          .reserved_bytes =
              [] {
                const workbook::RoutingStatistics now = Allocator().core().Statistics();
                return now.pool_reserved_bytes + now.shelves.owned_bytes;
              }};
}

}  // namespace

namespace workbook::bench {

void RegisterCases() {
  RegisterStandardCases(Stage(), {256, std::int64_t{64} << 10, std::int64_t{1} << 20});
  for (const Subject& subject : {Default(), Stage()})
    RegisterAllocateFree(subject, {std::int64_t{64} << 10}, {2});
}

}  // namespace workbook::bench
