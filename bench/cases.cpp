// The standard cases. Both allocators run the same code through the same virtual calls.
#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bench.h"
#include "footprint.h"
#include "training.h"
#include "work.h"

namespace workbook::bench {
namespace {

std::string CaseName(const char* workload, const Subject& subject, std::int64_t bytes) {
  return std::string(workload) + "/" + subject.who + "/" + std::to_string(bytes);
}

// A number for each byte that differs between neighbours and between seeds.
unsigned char Pattern(std::size_t i, unsigned seed) {
  return static_cast<unsigned char>(i * 131 + seed * 17 + 1);
}

// Before anything is timed: two blocks at once, filled whole and read back whole. Throws what the
// stage throws, and an error of its own if a byte is lost.
void VerifyBlocks(c10::Allocator& allocator, std::size_t bytes) {
  const c10::DataPtr blocks[] = {allocator.allocate(bytes), allocator.allocate(bytes)};
  for (unsigned b = 0; b < 2; ++b) {
    if (blocks[b].get() == nullptr) throw std::runtime_error("allocate returned a null block");
    auto* byte = static_cast<unsigned char*>(blocks[b].get());
    for (std::size_t i = 0; i < bytes; ++i) byte[i] = Pattern(i, b);
  }
  for (unsigned b = 0; b < 2; ++b) {
    const auto* byte = static_cast<const unsigned char*>(blocks[b].get());
    for (std::size_t i = 0; i < bytes; ++i) {
      if (byte[i] != Pattern(i, b)) {
        throw std::runtime_error("byte " + std::to_string(i) + " of a block of " +
                                 std::to_string(bytes) + " changed by itself");
      }
    }
  }
}

void AllocateFree(benchmark::State& state, const Subject& subject, std::size_t bytes) {
  c10::Allocator& allocator = *subject.allocator();
  VerifyBlocks(allocator, bytes);
  Word stamp = 0;
  Word lost = 0;
  for (auto _ : state) lost += AllocateStampFree(allocator, bytes, ++stamp) ? 0 : 1;
  if (lost != 0) throw std::runtime_error("a block lost its first word");
  if (state.thread_index() == 0) CountMemory(state, subject);
}

// Allocates and stamps every block, then reads and frees them in `order`.
Word RunBatch(c10::Allocator& allocator, std::size_t bytes, const std::vector<std::size_t>& order,
              std::vector<c10::DataPtr>& blocks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = allocator.allocate(bytes);
    *FirstWord(blocks[i]) = i;
  }
  Word lost = 0;
  for (const std::size_t i : order) {
    lost += (*FirstWord(blocks[i]) != i);
    blocks[i].clear();
  }
  return lost;
}

void LiveBatch(benchmark::State& state, const Subject& subject, std::size_t bytes,
               std::size_t count, const Footprint& footprint) {
  c10::Allocator& allocator = *subject.allocator();
  VerifyBlocks(allocator, bytes);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  std::vector<c10::DataPtr> blocks(count);
  Word lost = 0;
  for (auto _ : state) lost += RunBatch(allocator, bytes, order, blocks);
  if (lost != 0) throw std::runtime_error("a block lost its stamp while others were live");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  CountMemory(state, subject);
  if (footprint.measured) {
    state.counters["resident_per_live"] = footprint.resident_per_live;
    state.counters["resident_after_free"] = footprint.resident_after_free;
  }
}

void TrainingStep(benchmark::State& state, const Subject& subject) {
  const Registration registration(subject.allocator());
  DigitsTraining training;
  const float first_loss = training.Step();
  float loss = first_loss;
  for (auto _ : state) loss = training.Step();
  if (state.iterations() > 2 * DigitsTraining::kStepsPerEpoch && !(loss < first_loss)) {
    throw std::runtime_error("the network did not learn");
  }
  CountMemory(state, subject);
}

}  // namespace

benchmark::internal::Benchmark* Register(const std::string& name,
                                         std::function<void(benchmark::State&)> body) {
  return benchmark::RegisterBenchmark(name.c_str(),
                                      [body = std::move(body)](benchmark::State& state) {
                                        try {
                                          body(state);
                                        } catch (const std::exception& error) {
                                          state.SkipWithError(error.what());
                                        }
                                      });
}

Subject Default() {
  return {.who = "default", .allocator = [] { return c10::GetDefaultCPUAllocator(); }};
}

void RegisterAllocateFree(const Subject& subject, std::initializer_list<std::int64_t> sizes,
                          std::initializer_list<int> threads) {
  for (const std::int64_t bytes : sizes) {
    const std::string name = CaseName("allocate_free", subject, bytes);
    const auto body = [subject, bytes](benchmark::State& state) {
      AllocateFree(state, subject, static_cast<std::size_t>(bytes));
    };
    for (const int count : threads) {
      benchmark::internal::Benchmark* added = Register(name, body);
      if (count > 1) added->Threads(count);
    }
  }
}

void RegisterLiveBatch(const Subject& subject, std::initializer_list<std::int64_t> sizes,
                       std::int64_t blocks) {
  const auto count = static_cast<std::size_t>(blocks);
  for (const std::int64_t bytes : sizes) {
    const auto block_bytes = static_cast<std::size_t>(bytes);
    const std::string name = CaseName("live_batch", subject, bytes);
    // Now, not inside the case: the heap is still untouched and no other thread runs.
    const Footprint footprint = MeasureFootprint(name, subject, block_bytes, count);
    Register(name, [=](benchmark::State& state) {
      LiveBatch(state, subject, block_bytes, count, footprint);
    });
  }
}

void RegisterTrainingStep(const Subject& subject) {
  Register("training_step/" + subject.who, [subject](benchmark::State& state) {
    TrainingStep(state, subject);
  })->Unit(benchmark::kMicrosecond);
}

void RegisterStandardCases(const Subject& stage, std::initializer_list<std::int64_t> sizes,
                           std::initializer_list<int> threads) {
  for (const Subject& subject : {Default(), stage}) {
    RegisterAllocateFree(subject, sizes, threads);
    RegisterLiveBatch(subject, sizes);
    RegisterTrainingStep(subject);
  }
}

void CountMemory(benchmark::State& state, const Subject& subject) {
  state.counters["resident_bytes"] = static_cast<double>(ResidentBytes());
  if (subject.reserved_bytes) {
    state.counters["reserved_bytes"] = static_cast<double>(subject.reserved_bytes());
  }
}

}  // namespace workbook::bench
