#include "timed_run.h"

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <stdexcept>

#include "in_turn.h"

namespace workbook::replay {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kLeastRoundNs = 20e6;

double Nanoseconds(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - std::floor(place)) * (values[high] - values[low]);
}

// What reading the clock twice costs: a trace whose threads take turns at every call would measure
// mostly that.
double ClockCost() {
  std::vector<double> costs(1001);
  for (double& cost : costs) {
    const auto begin = Clock::now();
    cost = Nanoseconds(Clock::now() - begin);
  }
  return Quantile(costs, 0.5);
}

class Driver {
 public:
  Driver(const Schedule& schedule, c10::Allocator& allocator)
      : schedule_(schedule),
        allocator_(allocator),
        free_(allocator.raw_deleter()),
        slots_(schedule.slots) {
    if (free_ == nullptr) throw std::runtime_error("the allocator has no raw_deleter()");
  }

  // The whole trace, `times` times; returns the time of one.
  double Run(std::size_t times) {
    double total = 0;
    std::exception_ptr error;
    RunInTurn(schedule_, times, [&](const Stretch& stretch, bool last) {
      try {
        const auto begin = Clock::now();
        Do(stretch);
        total += std::max(0.0, Nanoseconds(Clock::now() - begin) - kClockCost);
        if (last) FreeTheRest();
        return true;
      } catch (...) {
        error = std::current_exception();
        return false;
      }
    });
    if (error) std::rethrow_exception(error);
    return total / static_cast<double>(times);
  }

 private:
  void Do(const Stretch& stretch) {
    const Operation* const end = schedule_.operations.data() + stretch.end;
    for (const Operation* at = schedule_.operations.data() + stretch.begin; at != end; ++at) {
      void*& slot = slots_[at->slot];
      if (at->kind == trace::Kind::kAllocate) {
        c10::DataPtr block = allocator_.allocate(at->bytes);
        slot = block.release_context();
      } else {
        free_(slot);
        slot = nullptr;
      }
    }
  }

  void FreeTheRest() {
    for (void*& slot : slots_) {
      if (slot != nullptr) free_(slot);
      slot = nullptr;
    }
  }

  static const double kClockCost;

  const Schedule& schedule_;
  c10::Allocator& allocator_;
  const c10::DeleterFnPtr free_;
  std::vector<void*> slots_;
};

const double Driver::kClockCost = ClockCost();

std::vector<double> Ratios(const TimedResult& result) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < result.stage_ns.size(); ++i)
    ratios.push_back(result.default_ns[i] / result.stage_ns[i]);
  return ratios;
}

}  // namespace

double TimedResult::DefaultMedian() const { return Quantile(default_ns, 0.5); }
double TimedResult::StageMedian() const { return Quantile(stage_ns, 0.5); }
double TimedResult::Speedup() const { return Quantile(Ratios(*this), 0.5); }
double TimedResult::SpeedupLow() const { return Quantile(Ratios(*this), 0.25); }
double TimedResult::SpeedupHigh() const { return Quantile(Ratios(*this), 0.75); }

TimedResult RunTimed(const Schedule& schedule, c10::Allocator& stage, std::size_t rounds) {
  Driver by_default(schedule, *c10::GetDefaultCPUAllocator());
  Driver by_stage(schedule, stage);
  const double once = std::max(1.0, by_default.Run(1));
  by_stage.Run(1);
  const auto times = static_cast<std::size_t>(std::ceil(std::max(1.0, kLeastRoundNs / once)));
  TimedResult result;
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool default_first = round % 2 == 0;
    if (default_first) result.default_ns.push_back(by_default.Run(times));
    result.stage_ns.push_back(by_stage.Run(times));
    if (!default_first) result.default_ns.push_back(by_default.Run(times));
  }
  return result;
}

}  // namespace workbook::replay
