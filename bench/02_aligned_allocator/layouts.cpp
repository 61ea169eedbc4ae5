#include "layouts.h"

#include <cmath>
#include <cstring>
#include <ctime>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
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

// Few lines, read again and again, always 16,384 floats: whether the lines stay in the cache is
// what the sets decide, and whether their pages stay in the TLB their number.
LoopNest Column(std::uintptr_t base, std::size_t stride, std::size_t rows = 256) {
  return {base, kElement, {{16'384 / rows, 0}, {rows, stride}}};
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
    {"column_64", [](std::uintptr_t base) { return Column(base, 64); }},
    {"column_4096", [](std::uintptr_t base) { return Column(base, 4096); }},
    {"column_4160", [](std::uintptr_t base) { return Column(base, 4160); }},
    {"column_4160_of_64_rows", [](std::uintptr_t base) { return Column(base, 4160, 64); }},
};

// What the learner's functions say of a nest.
struct Counts {
  double lines, pages, cache_sets;
};

// Counting walks over every element and takes longer than the measurement. Repetitions differ in
// the block's address only, and of that only the place inside a page matters.
const Counts& CountsOf(const Pattern& pattern, std::uintptr_t base) {
  static std::map<std::pair<const Pattern*, std::uintptr_t>, Counts> known;
  const std::uintptr_t in_page = base % PageBytes();
  const std::pair key{&pattern, in_page};
  if (const auto at = known.find(key); at != known.end()) return at->second;
  const LoopNest nest = pattern.nest(in_page);
  const Counts counts{static_cast<double>(UnitsTouched(nest, kCacheLineBytes).size()),
                      static_cast<double>(UnitsTouched(nest, PageBytes()).size()),
                      static_cast<double>(CacheSetsTouched(nest, 64))};
  return known.emplace(key, counts).first->second;
}

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

// A block full of ones, so that every loop's sum is its number of elements. One for each subject,
// kept: to fill it anew for each repetition would take longer than all measurements together.
struct Ones {
  c10::DataPtr block;
  double stream_speed;  // the best of ten, bytes a second: what memory can do undisturbed
};

Ones MakeOnes(c10::Allocator& allocator) {
  Ones ones{allocator.allocate(kBlockBytes), 0};
  auto* const floats = static_cast<float*>(ones.block.get());
  for (std::size_t i = 0; i < kBlockBytes / kElement; ++i) floats[i] = 1;
  const LoopNest stream = kPatterns[0].nest(0);
  double best = SecondsOf(reinterpret_cast<const char*>(floats), stream);
  for (int i = 0; i < 9; ++i) {
    best = std::fmin(best, SecondsOf(reinterpret_cast<const char*>(floats), stream));
  }
  ones.stream_speed = static_cast<double>(kBlockBytes) / best;
  return ones;
}

const Ones& OnesOf(const Subject& subject) {
  // Never deleted: at exit PyTorch may be gone before this map.
  static auto* const known = new std::map<std::string, Ones>();
  if (const auto at = known->find(subject.who); at != known->end()) return at->second;
  return known->emplace(subject.who, MakeOnes(*subject.allocator())).first->second;
}

void ReadPattern(benchmark::State& state, const Subject& subject, const Pattern& pattern) {
  const auto& [block, stream_speed] = OnesOf(subject);
  const auto base = reinterpret_cast<std::uintptr_t>(block.get());
  const auto* const data = static_cast<const char*>(block.get());
  const LoopNest nest = pattern.nest(base);
  const char* const first = data + (nest.base - base);
  const auto elements = static_cast<double>(Elements(nest));
  const Counts& counts = CountsOf(pattern, base);
  const double used_bytes = elements * kElement;
  // Ones add up exactly in a float until 2^24, which no lane reaches.
  double sum = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sum = Sum(first, nest, 0));
  if (sum != elements) throw std::runtime_error("the loop did not read every element once");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(used_bytes));
  state.counters["measured_GBps"] =
      benchmark::Counter(used_bytes * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["predicted_GBps"] = stream_speed * used_bytes / (counts.lines * 64) * 1e-9;
  state.counters["lines_per_element"] = counts.lines / elements;
  state.counters["pages"] = counts.pages;
  state.counters["cache_sets"] = counts.cache_sets;
}

}  // namespace

void RegisterLayouts(const Subject& subject) {
  for (const Pattern& pattern : kPatterns) {
    Register("layout/" + subject.who + "/" + pattern.name, [&pattern,
                                                            subject](benchmark::State& state) {
      ReadPattern(state, subject, pattern);
    })->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace workbook::bench
