// Chapter 5 under replay: as it comes, with a grid of classes that knows nothing of the trace.
#include "hybrid_allocator.h"
#include "replay/stage.h"

workbook::replay::Stage workbook::replay::MakeStage(const trace::Trace& /*trace*/,
                                                    c10::Allocator& upstream) {
  auto* const allocator = new HybridAllocator(&upstream);
  // The shelves' blocks are the upstream's, and counted there.
  return {.allocator = allocator,
          .alignment = kGranuleBytes,
          .own_bytes = [allocator] { return allocator->core().Statistics().pool_reserved_bytes; },
          .own_requests = [allocator] { return allocator->core().Statistics().OwnRequests(); }};
}
