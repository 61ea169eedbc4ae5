// The main function of every replay program: `replay_NN TRACE ROUNDS RESULT.json`. It drives one
// stage with a trace and writes what came out. The `workbook` command starts it and reads that.
//
//   exit code 0: the result is written, whatever it says; 2: usage; else it crashed, and standard
//   error has the line of the trace
#include <c10/core/CPUAllocator.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "allocator_calls.h"
#include "checked_run.h"
#include "counting_allocator.h"
#include "schedule.h"
#include "stage.h"
#include "timed_run.h"
#include "trace/error.h"
#include "workbook/not_implemented.h"

namespace {

using nlohmann::json;
using workbook::replay::CheckedResult;
using workbook::replay::Schedule;
using workbook::replay::Stage;
using workbook::replay::TimedResult;

// "in line 812 of the trace", from a signal handler: no allocation, no lock.
void SayLine(int signal) {
  constexpr std::string_view kBegin = "in line ";
  constexpr std::string_view kEnd = " of the trace\n";
  std::array<char, 64> text{};
  char* to = std::copy(kBegin.begin(), kBegin.end(), text.data());
  to = std::to_chars(to, text.data() + text.size(), workbook::replay::LineInProgress()).ptr;
  to = std::copy(kEnd.begin(), kEnd.end(), to);
  [[maybe_unused]] const auto written =
      write(STDERR_FILENO, text.data(), static_cast<std::size_t>(to - text.data()));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

json Sound(const Schedule& schedule, const CheckedResult& checked, const TimedResult& timed) {
  const auto operations = static_cast<double>(schedule.operations.size());
  const auto per_second = [operations](double ns) { return ns > 0 ? operations / ns * 1e9 : 0; };
  const auto own_share = checked.OwnShare();
  return {{"status", "sound"},
          {"operations", schedule.operations.size()},
          {"threads", schedule.threads},
          {"utilisation", checked.Utilisation()},
          {"peak_live_bytes", checked.peak_live_bytes},
          {"peak_reserved_bytes", checked.peak_reserved_bytes},
          {"own_share", own_share ? json(*own_share) : json()},
          {"operations_per_second", per_second(timed.StageMedian())},
          {"default_operations_per_second", per_second(timed.DefaultMedian())},
          {"speedup", timed.Speedup()},
          {"speedup_low", timed.SpeedupLow()},
          {"speedup_high", timed.SpeedupHigh()}};
}

// Bytes that the system can give without swapping; the largest number if it does not say.
std::uint64_t AvailableBytes() {
  std::ifstream in("/proc/meminfo");
  std::uintmax_t kibibytes = 0;
  for (std::string line; std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "MemAvailable: %ju", &kibibytes) == 1) return kibibytes << 10U;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

json Replay(const char* file, std::size_t rounds) {
  const Schedule schedule = workbook::replay::ReadSchedule(file);
  // Every block is filled: a trace of a larger machine would end in the system's killing us.
  if (schedule.peak_bytes > AvailableBytes()) {
    return {{"status", "machine_lacks"},
            {"wrong", "the trace peaks at " + std::to_string(schedule.peak_bytes) +
                          " bytes, and this machine has " + std::to_string(AvailableBytes()) +
                          " to give"}};
  }
  using workbook::bench::TimingProcess;
  using workbook::replay::AllocatorCalls;
  using workbook::replay::MakeStage;
  c10::Allocator& upstream = *c10::GetDefaultCPUAllocator();
  TimingProcess by_default([&] { return AllocatorCalls(schedule, upstream); });
  TimingProcess by_stage(
      [&] { return AllocatorCalls(schedule, *MakeStage(schedule.trace, upstream).allocator); });
  static workbook::replay::CountingAllocator counting;
  // Never destroyed: blocks of a broken stage may still be about.
  const auto* const stage = new Stage(MakeStage(schedule.trace, counting));
  const CheckedResult checked = RunChecked(schedule, *stage);
  if (!checked.wrong.empty())
    return {{"status", "unsound"}, {"line", checked.line}, {"wrong", checked.wrong}};
  return Sound(schedule, checked, workbook::replay::RunTimed(by_default, by_stage, rounds));
}

json Result(const char* file, std::size_t rounds) {
  try {
    return Replay(file, rounds);
  } catch (const workbook::NotImplemented& error) {
    return {{"status", "not_started"}, {"wrong", error.what()}};
  } catch (const std::exception& error) {
    return {{"status", "unsound"}, {"line", 0}, {"wrong", error.what()}};
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc == 4 ? std::atoi(argv[2]) : 0;
  if (rounds < 1) {
    std::fprintf(stderr, "usage: %s TRACE ROUNDS RESULT.json\n", argv[0]);
    return 2;
  }
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SayLine);
  const json result = Result(argv[1], static_cast<std::size_t>(rounds));
  std::ofstream out(argv[3]);
  out << result.dump(1, ' ', false, json::error_handler_t::replace) << '\n';
  return out.flush() ? 0 : 1;
}
