#include "allocator_calls.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <vector>

#include "in_turn.h"

namespace workbook::replay {
namespace {

using Clock = std::chrono::steady_clock;

double Nanoseconds(Clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

// What reading the clock twice costs: a trace whose threads take turns at every call would measure
// mostly that.
double ClockCost() {
  std::vector<double> costs(1001);
  for (double& cost : costs) {
    const auto begin = Clock::now();
    cost = Nanoseconds(Clock::now() - begin);
  }
  std::nth_element(costs.begin(), costs.begin() + 500, costs.end());
  return costs[500];
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
        total += std::max(0.0, Nanoseconds(Clock::now() - begin) - clock_cost_);
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

  const Schedule& schedule_;
  c10::Allocator& allocator_;
  const c10::DeleterFnPtr free_;
  const double clock_cost_ = ClockCost();
  std::vector<void*> slots_;
};

}  // namespace

bench::TimedWork AllocatorCalls(const Schedule& schedule, c10::Allocator& allocator) {
  return [driver = std::make_shared<Driver>(schedule, allocator)](std::size_t times) {
    return driver->Run(times);
  };
}

}  // namespace workbook::replay
