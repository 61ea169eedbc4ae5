#include <gtest/gtest.h>

#include "replay/counting_allocator.h"
#include "replay/timed_run.h"
#include "schedule_of.h"

namespace workbook::replay {
namespace {

TEST(TimedRun, MeasuresBothInEachRoundAndLeavesNothingBehind) {
  CountingAllocator counting;
  const std::size_t before = CountingAllocator::live_blocks();
  const Schedule schedule = ScheduleOf({.seed = 2, .events = 600, .threads = 2});
  const TimedResult result = RunTimed(schedule, counting, 3);
  EXPECT_EQ(result.default_ns.size(), 3u);
  EXPECT_EQ(result.stage_ns.size(), 3u);
  EXPECT_EQ(CountingAllocator::live_blocks(), before);
}

TEST(TimedRun, TakesMediansOfTheRoundsOwnRatios) {
  const TimedResult result{{10, 20, 30}, {10, 5, 60}};
  EXPECT_EQ(result.DefaultMedian(), 20);
  EXPECT_EQ(result.StageMedian(), 10);
  EXPECT_EQ(result.Speedup(), 1) << "of 1, 4 and 0.5";
  EXPECT_EQ(result.SpeedupLow(), 0.75);
  EXPECT_EQ(result.SpeedupHigh(), 2.5);
}

}  // namespace
}  // namespace workbook::replay
