#pragma once

#include <benchmark/benchmark.h>
#include <c10/core/Allocator.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>

#include "timing_process.h"

namespace workbook::bench {

/// An allocator under measurement. Every case runs with two of them in one process: PyTorch's
/// default and the chapter's stage, each reached through the same c10::Allocator interface.
struct Subject {
  std::string who;  ///< "default" or "stage": the second part of a case's name

  /// The allocator, which must live as long as the process. Called outside the timed part, on the
  /// thread that measures. May throw NotImplemented.
  std::function<c10::Allocator*()> allocator;

  /// Bytes that the allocator holds from the system now, if it knows them; shown beside the time.
  std::function<std::size_t()> reserved_bytes = nullptr;
};

/// PyTorch's own CPU allocator, the baseline.
Subject Default();

/// Adds the chapter's cases. Every chapter's benchmark defines this function; main calls it once.
/// Cases that the chapter writes itself go through `Register`.
void RegisterCases();

/// Adds a case. What `body` throws becomes the case's error, in the exception's own words: a stage
/// that is not written yet says so instead of ending the process.
/// @param name  `<workload>/<who>/<arguments>`, such as "churn/stage/4096"
benchmark::internal::Benchmark* Register(const std::string& name,
                                         std::function<void(benchmark::State&)> body);

/// `allocate_free/<who>/<bytes>` and, for a count of threads above one, `…/threads:<count>`:
/// one block is allocated, its first word written and read, and freed again.
void RegisterAllocateFree(const Subject& subject, std::initializer_list<std::int64_t> sizes,
                          std::initializer_list<int> threads = {1});

/// `live_batch/<who>/<bytes>`: `blocks` blocks are allocated, each stamped with its number, then
/// read back and freed in a shuffled order. One iteration is the whole batch; `items_per_second`
/// counts blocks. Memory is measured once, in a child process that does nothing else:
///  - `resident_per_live`: growth of the resident set over the bytes asked for, all blocks full;
///  - `resident_after_free`: bytes of that growth still resident after the last free.
void RegisterLiveBatch(const Subject& subject, std::initializer_list<std::int64_t> sizes,
                       std::int64_t blocks = 1000);

/// `training_step/<who>`: one step of DigitsTraining with the allocator registered for CPU tensors.
void RegisterTrainingStep(const Subject& subject);

/// `allocate_free_by_turns/<who>/<bytes>`: what one pair of allocate and free costs more than the
/// default's. Short rounds of both take turns in one case, so that both meet the same noise. The
/// counters `extra_ns` and `extra_percent` are medians over the rounds of the difference, which may
/// be below 0; the case's time is the subject's. Processor time of the measuring thread.
void RegisterAllocateFreeByTurns(const Subject& subject, std::int64_t bytes);

/// Makes work that uses an allocator, in the process that does it.
using MakeWork = std::function<TimedWork(c10::Allocator&)>;

/// `<name>_by_turns/<who>`: the same for any work. The default and the subject do it in a process
/// of their own each: in one process they would share malloc's heap, and each would find the holes
/// that the other left. Seven such pairs share one processor. Call before any thread is started.
/// @param turns  of all pairs together
/// @param times  how often the work is done in one turn
void RegisterByTurns(const std::string& name, const Subject& subject, const MakeWork& make,
                     int turns, std::size_t times);

/// `training_step_by_turns/<who>`: for one step of DigitsTraining with the allocator registered for
/// CPU tensors.
void RegisterTrainingStepByTurns(const Subject& subject);

/// All three for the default and for `stage`: what most chapters want.
/// @param sizes    block sizes, in bytes
/// @param threads  thread counts of allocate_free
void RegisterStandardCases(const Subject& stage, std::initializer_list<std::int64_t> sizes,
                           std::initializer_list<int> threads = {1});

/// Bytes of this process that are in memory now.
std::size_t ResidentBytes();

/// Attaches `resident_bytes` and, where the subject knows it, `reserved_bytes` to the case.
void CountMemory(benchmark::State& state, const Subject& subject);

}  // namespace workbook::bench
