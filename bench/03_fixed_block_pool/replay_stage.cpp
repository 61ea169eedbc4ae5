// Chapter 3 under replay: one pool of the size that the trace asks for most often, everything
// larger from upstream.
#include <algorithm>

#include "pool_allocator.h"
#include "replay/stage.h"
#include "trace/analysis.h"

namespace {

// A pool serves all requests up to its block size, so a block for each small one costs the whole
// size: the most frequent size, but no larger than a page.
std::size_t BlockBytes(const workbook::trace::Trace& trace) {
  constexpr std::size_t kMostBytes = 4096;
  for (const workbook::trace::SizeUse& size : Analyze(trace).sizes) {
    if (size.bytes <= kMostBytes) return size.bytes;
  }
  return kMostBytes;
}

}  // namespace

workbook::replay::Stage workbook::replay::MakeStage(const trace::Trace& trace,
                                                    c10::Allocator& upstream) {
  auto* const allocator =
      new PoolAllocator(BlockBytes(trace), &upstream, {}, OnExhaustion::kUseUpstream);
  return {.allocator = allocator,
          .alignment = 64,
          .own_bytes = [allocator] { return allocator->pool().Statistics().reserved_bytes; },
          .live_blocks = [allocator] { return allocator->pool().Statistics().live_count; },
          .own_requests = [allocator] { return allocator->pool().Statistics().allocations; }};
}
