// What work costs more than with the default, when that is less than two separate cases differ by
// chance: both take turns, short ones, and each turn is compared with its neighbour.
#include <c10/core/CPUAllocator.h>
#include <sched.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bench.h"
#include "training.h"
#include "work.h"

namespace workbook::bench {
namespace {

double Middle(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The default's side and the subject's.
struct Pair {
  TimedWork baseline;
  TimedWork subject;
};

// @param turns  of all pairs together, which have them one after the other
// @param times  how often each side does its work in one turn
void TakeTurns(benchmark::State& state, int turns, std::size_t times,
               const std::vector<Pair>& pairs) {
  std::vector<double> extra_ns;
  std::vector<double> extra_percent;
  std::vector<double> subject_ns;
  for (auto _ : state) {
    for (std::size_t turn = 0; turn < static_cast<std::size_t>(turns); ++turn) {
      const auto& [baseline, subject] = pairs[turn % pairs.size()];
      // Who is second finds a warmer cache: this changes too.
      const bool first = turn / pairs.size() % 2 == 0;
      double mine = first ? subject(times) : 0;
      const double other = baseline(times);
      if (!first) mine = subject(times);
      extra_ns.push_back(mine - other);
      extra_percent.push_back((mine - other) / other * 100);
      subject_ns.push_back(mine);
    }
    state.SetIterationTime(Middle(subject_ns) / 1e9);
  }
  state.counters["extra_ns"] = Middle(extra_ns);
  state.counters["extra_percent"] = Middle(extra_percent);
}

// Two processes on two processors would also measure how these differ.
void StayOn(int processor) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(static_cast<unsigned>(processor), &only);
  sched_setaffinity(0, sizeof only, &only);  // where that is not allowed, it is only noisier
}

// Pairs of allocate and free, the loop of `allocate_free`.
TimedWork Pairs(c10::Allocator& allocator, std::size_t bytes) {
  return [&allocator, bytes, stamp = Word{0}](std::size_t times) mutable {
    return TimeOf(times, [&] {
      if (!AllocateStampFree(allocator, bytes, ++stamp))
        throw std::runtime_error("a block lost its first word");
    });
  };
}

// Steps of a network whose tensors come from one allocator.
TimedWork Steps(c10::Allocator& allocator) {
  const Registration registration(&allocator);
  const auto training = std::make_shared<DigitsTraining>();
  training->Step();  // what is made once is made now
  return [&allocator, training](std::size_t times) {
    const Registration again(&allocator);
    return TimeOf(times, [&] { training->Step(); });
  };
}

// One iteration of Google Benchmark is the whole series: it must not scale it.
void RegisterTurns(const std::string& name, std::function<void(benchmark::State&)> body) {
  Register(name, std::move(body))->Iterations(1)->UseManualTime();
}

}  // namespace

void RegisterAllocateFreeByTurns(const Subject& subject, std::int64_t bytes) {
  RegisterTurns("allocate_free_by_turns/" + subject.who + "/" + std::to_string(bytes),
                [=](benchmark::State& state) {
                  const auto block_bytes = static_cast<std::size_t>(bytes);
                  const Pair pair{Pairs(*c10::GetDefaultCPUAllocator(), block_bytes),
                                  Pairs(*subject.allocator(), block_bytes)};
                  TakeTurns(state, 500, 256, {pair});
                });
}

void RegisterByTurns(const std::string& name, const Subject& subject, const MakeWork& make,
                     int turns, std::size_t times) {
  // Where a process's memory happens to lie makes a difference of some per cent.
  static constexpr int kPairs = 7;
  // Now, while there is one thread and the heap is untouched.
  const auto in_own_process = [&make, cpu = sched_getcpu()](const Subject& whose) -> TimedWork {
    const auto process = std::make_shared<TimingProcess>([make, cpu, whose] {
      StayOn(cpu);
      return make(*whose.allocator());
    });
    return [process](std::size_t count) { return process->Run(count); };
  };
  std::vector<Pair> pairs;
  for (int i = 0; i < kPairs; ++i)
    pairs.push_back({in_own_process(Default()), in_own_process(subject)});
  RegisterTurns(name + "_by_turns/" + subject.who,
                [=](benchmark::State& state) { TakeTurns(state, turns, times, pairs); });
}

void RegisterTrainingStepByTurns(const Subject& subject) {
  RegisterByTurns("training_step", subject, &Steps, 140, 32);
}

}  // namespace workbook::bench
