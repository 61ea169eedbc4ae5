// Chapter 2: what alignment by hand costs, what a huge-page hint saves, and what layout does to
// reading speed, predicted from cache lines and measured.
#include "aligned_allocator.h"
#include "bench.h"
#include "layouts.h"

namespace workbook::bench {
namespace {

constexpr std::size_t kTouchedBytes = std::size_t{64} << 20;

void FirstTouch(benchmark::State& state, const Subject& subject) {
  c10::Allocator& allocator = *subject.allocator();
  for (auto _ : state) {
    const c10::DataPtr block = allocator.allocate(kTouchedBytes);
    auto* const bytes = static_cast<volatile char*>(block.get());
    for (std::size_t at = 0; at < kTouchedBytes; at += 4096) bytes[at] = 1;
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kTouchedBytes));
  CountMemory(state, subject);
}

}  // namespace

void RegisterCases() {
  const Subject stage{.who = "stage", .allocator = [] { return &CpuAlignedAllocator(); }};
  RegisterStandardCases(stage, {64, 4096, 1 << 20});
  for (const Subject& subject : {Default(), stage}) {
    Register("first_touch/" + subject.who + "/" + std::to_string(kTouchedBytes),
             [subject](benchmark::State& state) { FirstTouch(state, subject); })
        ->Unit(benchmark::kMicrosecond);
    RegisterLayouts(subject);
  }
}

}  // namespace workbook::bench
