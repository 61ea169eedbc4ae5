#include "timing_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
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

// What the child says. Small enough that a pipe passes it on in one piece.
struct Answer {
  double ns = 0;
  std::array<char, 496> wrong{};  // empty: all is well
};

template <typename Value>
bool Read(int from, Value& value) {
  ssize_t got = 0;
  do got = read(from, &value, sizeof value);
  while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof value);
}

template <typename Value>
bool Write(int to, const Value& value) {
  return write(to, &value, sizeof value) == static_cast<ssize_t>(sizeof value);
}

[[noreturn]] void BeTheChild(int asks, int answers, const Schedule& schedule,
                             const std::function<c10::Allocator*()>& make) {
  // Its end by a signal is the parent's to tell.
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  std::unique_ptr<Driver> driver;
  for (std::size_t times = 0; Read(asks, times);) {
    Answer answer;
    try {
      if (!driver) driver = std::make_unique<Driver>(schedule, *make());
      answer.ns = driver->Run(times);
    } catch (const std::exception& error) {
      std::strncpy(answer.wrong.data(), error.what(), answer.wrong.size() - 1);
    }
    if (!Write(answers, answer)) break;
  }
  _exit(0);
}

std::array<int, 2> Pipe() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  return ends;
}

}  // namespace

TimingProcess::TimingProcess(const Schedule& schedule,
                             const std::function<c10::Allocator*()>& make) {
  const auto [asks_out, asks_in] = Pipe();
  const auto [answers_out, answers_in] = Pipe();
  child_ = fork();
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child_ == 0) {
    close(asks_in);
    close(answers_out);
    BeTheChild(asks_out, answers_in, schedule, make);
  }
  close(asks_out);
  close(answers_in);
  asks_ = asks_in;
  answers_ = answers_out;
  // A child that has ended is told by the missing answer.
  std::signal(SIGPIPE, SIG_IGN);
}

TimingProcess::~TimingProcess() {
  close(asks_);
  close(answers_);
  if (child_ > 0) waitpid(child_, nullptr, 0);
}

double TimingProcess::Run(std::size_t times) {
  Answer answer;
  if (!Write(asks_, times) || !Read(answers_, answer)) ThrowHowItEnded();
  if (answer.wrong[0] != 0) throw std::runtime_error(answer.wrong.data());
  return answer.ns;
}

void TimingProcess::ThrowHowItEnded() {
  int status = 0;
  waitpid(child_, &status, 0);
  child_ = -1;
  throw std::runtime_error("the process that timed it ended by " +
                           (WIFSIGNALED(status)
                                ? std::string("signal ") + strsignal(WTERMSIG(status))
                                : "exit code " + std::to_string(WEXITSTATUS(status))));
}

}  // namespace workbook::replay
