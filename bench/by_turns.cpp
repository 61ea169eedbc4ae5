// What a call costs more than the default's, when that is less than two separate cases differ by
// chance: both take turns, some microseconds each, and each round is compared with its neighbour.
#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bench.h"
#include "training.h"
#include "work.h"

namespace workbook::bench {
namespace {

double ThreadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <typename Round>
double TimeOf(Round& round) {
  const double begin = ThreadNanoseconds();
  round();
  return ThreadNanoseconds() - begin;
}

double Middle(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// @param turns  how often each has its turn
// @param iterations  of what is measured, in each round
template <typename Round>
void TakeTurns(benchmark::State& state, int turns, int iterations, Round baseline, Round subject) {
  std::vector<double> extra_ns;
  std::vector<double> extra_percent;
  std::vector<double> subject_ns;
  for (auto _ : state) {
    for (int turn = 0; turn < turns; ++turn) {
      const bool first = turn % 2 == 0;  // who is second finds a warmer cache: this changes too
      double mine = first ? TimeOf(subject) : 0;
      const double other = TimeOf(baseline);
      if (!first) mine = TimeOf(subject);
      extra_ns.push_back((mine - other) / iterations);
      extra_percent.push_back((mine - other) / other * 100);
      subject_ns.push_back(mine / iterations);
    }
    state.SetIterationTime(Middle(subject_ns) / 1e9);
  }
  state.counters["extra_ns"] = Middle(extra_ns);
  state.counters["extra_percent"] = Middle(extra_percent);
}

// Many pairs of allocate and free, the loop of `allocate_free`.
class Pairs {
 public:
  static constexpr int kInARound = 256;

  Pairs(c10::Allocator& allocator, std::size_t bytes) : allocator_(&allocator), bytes_(bytes) {}

  void operator()() {
    for (int i = 0; i < kInARound; ++i) {
      if (!AllocateStampFree(*allocator_, bytes_, ++stamp_))
        throw std::runtime_error("a block lost its first word");
    }
  }

 private:
  c10::Allocator* allocator_;
  std::size_t bytes_;
  Word stamp_ = 0;
};

// A network whose tensors come from one allocator, which is registered during its steps only.
class Steps {
 public:
  static constexpr int kInARound = 8;  // with one, each step would find the other network's caches

  explicit Steps(c10::Allocator& allocator) : allocator_(&allocator) {
    {
      const Registration registration(allocator_);
      training_ = std::make_shared<DigitsTraining>();
    }
    (*this)();  // what is made once is made now
  }

  void operator()() {
    const Registration registration(allocator_);
    for (int i = 0; i < kInARound; ++i) training_->Step();
  }

 private:
  c10::Allocator* allocator_;
  std::shared_ptr<DigitsTraining> training_;
};

// One iteration of Google Benchmark is the whole series: it must not scale it.
void RegisterTurns(const std::string& name, std::function<void(benchmark::State&)> body) {
  Register(name, std::move(body))->Iterations(1)->UseManualTime();
}

}  // namespace

void RegisterAllocateFreeByTurns(const Subject& subject, std::int64_t bytes) {
  RegisterTurns("allocate_free_by_turns/" + subject.who + "/" + std::to_string(bytes),
                [=](benchmark::State& state) {
                  const auto block_bytes = static_cast<std::size_t>(bytes);
                  TakeTurns(state, 500, Pairs::kInARound,
                            Pairs(*c10::GetDefaultCPUAllocator(), block_bytes),
                            Pairs(*subject.allocator(), block_bytes));
                });
}

void RegisterTrainingStepByTurns(const Subject& subject) {
  RegisterTurns("training_step_by_turns/" + subject.who, [subject](benchmark::State& state) {
    TakeTurns(state, 30, Steps::kInARound, Steps(*c10::GetDefaultCPUAllocator()),
              Steps(*subject.allocator()));
  });
}

}  // namespace workbook::bench
