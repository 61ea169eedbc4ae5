#include "layouts.h"

#include <cmath>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <vector>

#include "huge_pages.h"
#include "layout.h"

namespace workbook::bench {
namespace {

constexpr std::size_t kElement = sizeof(float);
constexpr std::size_t kBlockBytes = std::size_t{64} << 20;  // more than most caches hold
constexpr ImageShape kImages{16, 16, 256, 256};             // 64 MiB of floats

struct Pattern {
  const char* name;
  LoopNest (*nest)(std::uintptr_t base);
};

LoopNest Column(std::uintptr_t base, std::size_t stride) {
  // Few lines, read 64 times: whether they stay in the cache is what the sets decide.
  return {base, kElement, {{64, 0}, {256, stride}}};
}

constexpr Pattern kPatterns[] = {
    {"stream",
     [](std::uintptr_t base) {
       return LoopNest{base, kElement, {{kBlockBytes / kElement, kElement}}};
     }},
    {"stride_64",
     [](std::uintptr_t base) {
       return LoopNest{base, kElement, {{kBlockBytes / 64, 64}}};
     }},
    {"field_of_structs",
     [](std::uintptr_t base) { return FieldOfStructs(base, kBlockBytes / 32, 32, 12, kElement); }},
    {"field_of_arrays",
     [](std::uintptr_t base) {
       return FieldOfArrays(base, kBlockBytes / 32, std::vector<std::size_t>(8, kElement), 3);
     }},
    {"channel_contiguous",
     [](std::uintptr_t base) {
       return OneChannel(base, kImages, kElement, 7, MemoryFormat::kContiguous);
     }},
    {"channel_channels_last",
     [](std::uintptr_t base) {
       return OneChannel(base, kImages, kElement, 7, MemoryFormat::kChannelsLast);
     }},
    {"column_4096", [](std::uintptr_t base) { return Column(base, 4096); }},
    {"column_4160", [](std::uintptr_t base) { return Column(base, 4160); }},
};

std::size_t Elements(const LoopNest& nest) {
  std::size_t elements = 1;
  for (const Loop& loop : nest.loops) elements *= loop.count;
  return elements;
}

// Eight sums, so that one addition doesn't wait for the one before.
float SumInner(const char* at, const Loop& loop) {
  float sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= loop.count; i += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      float value = 0;
      std::memcpy(&value, at + (i + lane) * loop.stride_bytes, kElement);
      sums[lane] += value;
    }
  }
  for (; i < loop.count; ++i) {
    float value = 0;
    std::memcpy(&value, at + i * loop.stride_bytes, kElement);
    sums[0] += value;
  }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

double Sum(const char* at, const LoopNest& nest, std::size_t depth) {
  const Loop& loop = nest.loops[depth];
  if (depth + 1 == nest.loops.size()) return SumInner(at, loop);
  double sum = 0;
  for (std::size_t i = 0; i < loop.count; ++i) {
    sum += Sum(at + i * loop.stride_bytes, nest, depth + 1);
  }
  return sum;
}

// A block full of ones: every loop's sum is its number of elements.
c10::DataPtr BlockOfOnes(c10::Allocator& allocator) {
  c10::DataPtr block = allocator.allocate(kBlockBytes);
  auto* const floats = static_cast<float*>(block.get());
  for (std::size_t i = 0; i < kBlockBytes / kElement; ++i) floats[i] = 1;
  return block;
}

// Processor time, as the measured rates use it: other programs' turns don't count.
double ProcessorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double SecondsOf(const char* data, const LoopNest& nest) {
  const double start = ProcessorSeconds();
  benchmark::DoNotOptimize(Sum(data, nest, 0));
  return ProcessorSeconds() - start;
}

// The best of five, in bytes a second: what memory can do when nothing disturbs.
double StreamSpeed(const char* data) {
  const LoopNest stream = kPatterns[0].nest(0);
  double best = SecondsOf(data, stream);
  for (int i = 0; i < 4; ++i) best = std::fmin(best, SecondsOf(data, stream));
  return static_cast<double>(kBlockBytes) / best;
}

void ReadPattern(benchmark::State& state, const Subject& subject, const Pattern& pattern) {
  const c10::DataPtr block = BlockOfOnes(*subject.allocator());
  const auto base = reinterpret_cast<std::uintptr_t>(block.get());
  const auto* const data = static_cast<const char*>(block.get());
  const LoopNest nest = pattern.nest(base);
  const char* const first = data + (nest.base - base);
  const auto elements = static_cast<double>(Elements(nest));
  const auto lines = static_cast<double>(UnitsTouched(nest, kCacheLineBytes).size());
  const double used_bytes = elements * kElement;
  // Ones add up exactly in a float until 2^24, which no lane reaches.
  double sum = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sum = Sum(first, nest, 0));
  if (sum != elements) throw std::runtime_error("the loop did not read every element once");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(used_bytes));
  state.counters["measured_GBps"] =
      benchmark::Counter(used_bytes * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["predicted_GBps"] = StreamSpeed(data) * used_bytes / (lines * 64) * 1e-9;
  state.counters["lines_per_element"] = lines / elements;
  state.counters["pages"] = static_cast<double>(UnitsTouched(nest, PageBytes()).size());
  state.counters["cache_sets"] = static_cast<double>(CacheSetsTouched(nest, 64));
}

}  // namespace

void RegisterLayouts(const Subject& subject) {
  for (const Pattern& pattern : kPatterns) {
    Register("layout/" + subject.who + "/" + pattern.name, [=](benchmark::State& state) {
      ReadPattern(state, subject, pattern);
    })->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace workbook::bench
