// Chapter 0: what costs nothing, or little, tried before anything is built. Each remedy runs in a
// process of its own, for most of them are switched on from outside.
#include <sys/mman.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "bench.h"
#include "own_process.h"

namespace workbook::bench {
namespace {

constexpr std::size_t kPageBytes = 4096;

struct Preload {
  const char* name;
  const char* library;
  const char* package;  // of Debian
};

constexpr Preload kPreloads[] = {
    {"tcmalloc", "libtcmalloc_minimal.so.4", "libtcmalloc-minimal4"},
    {"jemalloc", "libjemalloc.so.2", "libjemalloc2"},
    {"mimalloc", "libmimalloc.so.2", "libmimalloc2.0"},
};

// One iteration is one process; its time is that of a step in it.
void Add(const std::string& workload, const Remedy& remedy) {
  Register(workload + "/" + remedy.name,
           [=](benchmark::State& state) {
             for (auto _ : state) {
               const StepCost cost = RunInOwnProcess(workload, remedy);
               state.SetIterationTime(cost.nanoseconds / 1e9);
               state.counters["page_faults"] = cost.page_faults;
               state.counters["peak_resident_bytes"] = cost.peak_resident_bytes;
             }
           })
      ->Iterations(1)
      ->UseManualTime();
}

void AddPreload(const std::string& workload, const Preload& preload) {
  if (const auto path = FindLibrary(preload.library)) {
    return Add(workload, {.name = preload.name, .preload = *path});
  }
  const std::string why = "skipped: " + std::string(preload.library) +
                          " is not installed (package " + preload.package + ")";
  Register(workload + "/" + preload.name,
           [why](benchmark::State& state) { state.SkipWithError(why.c_str()); })
      ->Iterations(1)
      ->UseManualTime();
}

// What asks for nothing but an environment variable.
void AddFromOutside(const std::string& workload) {
  Add(workload,
      {.name = "keep_memory",
       .environment = {"MALLOC_MMAP_THRESHOLD_=1073741824", "MALLOC_TRIM_THRESHOLD_=1073741824"}});
  Add(workload, {.name = "tunables",
                 .environment = {"GLIBC_TUNABLES=glibc.malloc.mmap_threshold=1073741824:"
                                 "glibc.malloc.trim_threshold=1073741824"}});
  Add(workload, {.name = "huge_pages", .environment = {"THP_MEM_ALLOC_ENABLE=1"}});
  for (const Preload& preload : kPreloads) AddPreload(workload, preload);
}

// Writes to one page after the other; `fresh` ones are new from the operating system.
void TouchPages(benchmark::State& state, bool fresh) {
  static constexpr std::size_t kPages = 4096;
  static constexpr std::size_t kBytes = kPages * kPageBytes;
  auto* const memory = static_cast<volatile char*>(
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (memory == MAP_FAILED) throw std::runtime_error("mmap failed");
  void* const start = const_cast<char*>(memory);
  madvise(start, kBytes, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < kPages; ++i) memory[i * kPageBytes] = 1;
  std::size_t next = kPages;
  for (auto _ : state) {
    if (next == kPages) {
      next = 0;
      if (fresh) {
        state.PauseTiming();
        madvise(start, kBytes, MADV_DONTNEED);
        state.ResumeTiming();
      }
    }
    memory[next++ * kPageBytes] = 2;
  }
  munmap(start, kBytes);
}

// One call of malloc and one of free, alone or each between two readings of the clock.
void Calls(benchmark::State& state, bool measured) {
  using Clock = std::chrono::steady_clock;
  Clock::duration sum{};
  for (auto _ : state) {
    Clock::time_point start = measured ? Clock::now() : Clock::time_point();
    void* volatile block = std::malloc(256);
    if (measured) {
      const Clock::time_point between = Clock::now();
      sum += between - start;
      start = Clock::now();
    }
    std::free(block);
    if (measured) sum += Clock::now() - start;
  }
  benchmark::DoNotOptimize(sum);
}

}  // namespace

void RegisterCases() {
  EndIfChild();
  Register("touch_a_page/default", [](benchmark::State& state) { TouchPages(state, false); });
  Register("touch_a_page/first_time", [](benchmark::State& state) { TouchPages(state, true); });
  Register("malloc_and_free/default", [](benchmark::State& state) { Calls(state, false); });
  Register("malloc_and_free/measured", [](benchmark::State& state) { Calls(state, true); });
  Add("large", {.name = "default"});
  Add("large", {.name = "in_place", .way = "in_place"});
  Add("large", {.name = "reuse", .way = "reuse"});
  AddFromOutside("large");
  Add("inference", {.name = "default"});
  Add("inference", {.name = "no_grad", .way = "no_grad"});
  Add("inference", {.name = "reuse", .way = "reuse"});
  AddFromOutside("inference");
  Add("training", {.name = "default"});
  AddFromOutside("training");
}

}  // namespace workbook::bench
