// Chapter 4 under replay: guards and a book round every block of the upstream.
#include "debug_allocator.h"
#include "replay/stage.h"

workbook::replay::Stage workbook::replay::MakeStage(const trace::Trace& /*trace*/,
                                                    c10::Allocator& upstream) {
  auto* const allocator = new DebugAllocator(&upstream, DebugOptions::CanariesOnly());
  DebugHeap& heap = allocator->heap();
  // What it holds comes from the upstream and is counted there.
  return {.allocator = allocator,
          .alignment = heap.options().alignment,
          .live_blocks =
              [&heap] { return static_cast<std::size_t>(heap.Statistics().allocation.current); },
          .own_requests = [] { return std::uint64_t{0}; }};
}
