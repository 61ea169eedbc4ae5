// Chapter 4: what watching costs. Three settings beside the default: switched off, canaries only
// (`stage`), and everything.
#include <c10/core/CPUAllocator.h>

#include "bench.h"
#include "debug_allocator.h"
#include "step_allocations.h"

namespace {

using workbook::DebugAllocator;
using workbook::DebugOptions;
using workbook::bench::Subject;

// One allocator for each setting, made when its first case runs and never destroyed.
template <DebugOptions (*options)()>
DebugAllocator& Allocator() {
  static auto& allocator = *new DebugAllocator(c10::GetDefaultCPUAllocator(), options());
  return allocator;
}

template <DebugOptions (*options)()>
Subject Setting(const char* who) {
  return {.who = who, .allocator = [] { return &Allocator<options>(); }};
}

}  // namespace

namespace workbook::bench {

void RegisterCases() {
  for (const Subject& subject : {Default(), Setting<&DebugOptions::Off>("off"),
                                 Setting<&DebugOptions::CanariesOnly>("stage"),
                                 Setting<&DebugOptions::Everything>("everything")}) {
    RegisterAllocateFree(subject, {64, 4096, 65536});
    RegisterStepAllocations(subject);
    RegisterTrainingStep(subject);
  }
  for (const Subject& subject : {Default(), Setting<&DebugOptions::CanariesOnly>("stage")}) {
    RegisterAllocateFree(subject, {1024}, {2});
    RegisterLiveBatch(subject, {64, 4096});
  }
  RegisterAllocateFreeByTurns(Setting<&DebugOptions::Off>("off"), 64);
  RegisterStepAllocationsByTurns(Setting<&DebugOptions::CanariesOnly>("stage"));
  RegisterTrainingStepByTurns(Setting<&DebugOptions::CanariesOnly>("stage"));
}

}  // namespace workbook::bench
