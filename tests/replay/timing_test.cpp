#include <c10/core/CPUAllocator.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "replay/allocator_calls.h"
#include "replay/counting_allocator.h"
#include "replay/timed_run.h"
#include "schedule_of.h"

namespace workbook::replay {
namespace {

/// Does something else before each allocation.
class Before final : public c10::Allocator {
 public:
  explicit Before(std::function<void()> action) : action_(std::move(action)) {}
  c10::DataPtr allocate(std::size_t bytes) override {
    action_();
    return counting_.allocate(bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return counting_.raw_deleter(); }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }

 private:
  std::function<void()> action_;
  CountingAllocator counting_;
};

/// The words of what Run() throws for an allocator that does this before each allocation.
std::string Complaint(const std::function<void()>& action) {
  const Schedule schedule = ScheduleOf({.seed = 2, .events = 60});
  bench::TimingProcess process([&] { return AllocatorCalls(schedule, *new Before(action)); });
  try {
    process.Run(2);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(TimedRun, MeasuresBothInEachRound) {
  const Schedule schedule = ScheduleOf({.seed = 2, .events = 600, .threads = 2});
  bench::TimingProcess by_default(
      [&] { return AllocatorCalls(schedule, *c10::GetDefaultCPUAllocator()); });
  bench::TimingProcess by_stage([&] { return AllocatorCalls(schedule, *new CountingAllocator); });
  const TimedResult result = RunTimed(by_default, by_stage, 3);
  ASSERT_EQ(result.default_ns.size(), 3u);
  ASSERT_EQ(result.stage_ns.size(), 3u);
  for (const double ns : result.default_ns) EXPECT_GT(ns, 0);
  for (const double ns : result.stage_ns) EXPECT_GT(ns, 0);
}

TEST(TimedRun, TakesMediansOfTheRoundsOwnRatios) {
  const TimedResult result{{10, 20, 30}, {10, 5, 60}};
  EXPECT_EQ(result.DefaultMedian(), 20);
  EXPECT_EQ(result.StageMedian(), 10);
  EXPECT_EQ(result.Speedup(), 1) << "of 1, 4 and 0.5";
  EXPECT_EQ(result.SpeedupLow(), 0.75);
  EXPECT_EQ(result.SpeedupHigh(), 2.5);
}

TEST(TimingProcess, FreesAfterEachTimeWhatTheTraceLeavesAlive) {
  const Schedule schedule = ScheduleOf({.seed = 2, .events = 600});
  bench::TimingProcess process([&schedule] {
    return AllocatorCalls(schedule, *new Before([&schedule] {
                            if (CountingAllocator::live_blocks() > schedule.slots)
                              throw std::runtime_error("left over");
                          }));
  });
  EXPECT_NO_THROW(process.Run(200));
}

TEST(TimingProcess, IsAProcessOfItsOwn) {
  const std::string pid = Complaint([] { throw std::runtime_error(std::to_string(getpid())); });
  EXPECT_NE(pid, std::to_string(getpid()));
  EXPECT_NE(pid, "");
}

TEST(TimingProcess, SaysHowItEnded) {
  EXPECT_EQ(Complaint([] { std::abort(); }), "the process that timed it ended by signal Aborted");
  EXPECT_EQ(Complaint([] { _exit(7); }), "the process that timed it ended by exit code 7");
}

}  // namespace
}  // namespace workbook::replay
