#include "replay/schedule.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

#include "replay/in_turn.h"
#include "schedule_of.h"

namespace workbook::replay {
namespace {

constexpr std::string_view kTwoThreads =
    "# a comment\na 5 10 3 1\na 6 20 3 1\nf 5 8 2\na 7 30 3 2\nf 6 3 3\nend 5\n";

TEST(Schedule, KeepsLinesAndNamesForMessages) {
  const Schedule schedule = ScheduleOf(kTwoThreads);
  ASSERT_EQ(schedule.origins.size(), 5u);
  EXPECT_EQ(schedule.origins[0].line, 3u);
  EXPECT_EQ(schedule.origins[4].line, 7u);
  EXPECT_EQ(schedule.origins[3].id, 7u);
}

TEST(Schedule, UsesASlotAgainAfterItsFree) {
  const Schedule schedule = ScheduleOf(kTwoThreads);
  EXPECT_EQ(schedule.slots, 2u);
  EXPECT_EQ(schedule.operations[3].slot, schedule.operations[0].slot);
  EXPECT_EQ(schedule.operations[2].slot, schedule.operations[0].slot);
  EXPECT_EQ(schedule.operations[4].slot, schedule.operations[1].slot);
  EXPECT_EQ(schedule.peak_bytes, 50u);
}

TEST(Schedule, CutsStretchesWhereTheThreadChanges) {
  const Schedule schedule = ScheduleOf(kTwoThreads);
  EXPECT_EQ(schedule.threads, 2u);
  ASSERT_EQ(schedule.stretches.size(), 3u);
  EXPECT_EQ(schedule.stretches[0].end, 2u);
  EXPECT_EQ(schedule.stretches[1].thread, 1u);
  EXPECT_EQ(schedule.stretches[2].begin, 3u);
}

TEST(RunInTurn, KeepsTheOrderOnTheThreadsThatWereThere) {
  const Schedule schedule = ScheduleOf({.seed = 8, .events = 400, .threads = 4});
  std::vector<std::size_t> begins;
  std::vector<std::thread::id> ids(schedule.threads);
  std::size_t strangers = 0;
  RunInTurn(schedule, 3, [&](const Stretch& stretch, bool) {
    begins.push_back(stretch.begin);  // without a lock: only one stretch runs at a time
    if (ids[stretch.thread] == std::thread::id()) ids[stretch.thread] = std::this_thread::get_id();
    strangers += ids[stretch.thread] != std::this_thread::get_id();
    return true;
  });
  ASSERT_EQ(begins.size(), 3 * schedule.stretches.size());
  for (std::size_t i = 0; i < begins.size(); ++i)
    ASSERT_EQ(begins[i], schedule.stretches[i % schedule.stretches.size()].begin);
  EXPECT_EQ(strangers, 0u);
}

TEST(RunInTurn, EndsEverythingWhenTheWorkSaysSo) {
  const Schedule schedule = ScheduleOf({.seed = 8, .events = 400, .threads = 4});
  std::size_t done = 0;
  RunInTurn(schedule, 1, [&](const Stretch&, bool) { return ++done < 7; });
  EXPECT_EQ(done, 7u);
}

}  // namespace
}  // namespace workbook::replay
