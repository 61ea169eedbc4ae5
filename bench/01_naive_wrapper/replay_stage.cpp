// Chapter 1 under replay: every block is a piece of malloc's memory with a header in front.
#include <malloc.h>

#include "naive_allocator.h"
#include "replay/stage.h"

workbook::replay::Stage workbook::replay::MakeStage(const trace::Trace& /*trace*/,
                                                    c10::Allocator& /*upstream*/) {
  auto* const allocator = new NaiveAllocator;  // never destroyed: blocks know it
  return {
      .allocator = allocator,
      .alignment = kNaiveAlignment,
      .block_bytes =
          [](const void* block) {
            const auto* const payload = static_cast<const char*>(block);
            return malloc_usable_size(const_cast<char*>(payload - kHeaderBytes));
          },
      .live_blocks =
          [allocator] { return static_cast<std::size_t>(allocator->Statistics().live_blocks); }};
}
