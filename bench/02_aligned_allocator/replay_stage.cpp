// Chapter 2 under replay: every block is a piece of malloc's memory, moved up to its alignment.
#include <malloc.h>

#include "aligned_allocator.h"
#include "aligned_memory.h"
#include "alignment.h"
#include "replay/stage.h"

workbook::replay::Stage workbook::replay::MakeStage(const trace::Trace& /*trace*/,
                                                    c10::Allocator& /*upstream*/) {
  return {.allocator = &CpuAlignedAllocator(),
          .alignment = kCpuAlignment,
          .block_bytes = [](const void* block) { return malloc_usable_size(OriginalOf(block)); }};
}
