// Milestone of chapter 1: a network trains on the learner's allocator and does not notice.
#include "pch.h"
//
#include <c10/core/CPUAllocator.h>

#include "milestone.h"
#include "registration.h"

namespace {

using workbook::test_support::SameLosses;
using workbook::test_support::ServedAtLeast;
using workbook::test_support::Total;
using workbook::test_support::Train;
using workbook::test_support::TrainingNote;
using workbook::test_support::TrainingRun;

const TrainingRun& ByDefault() {
  static const TrainingRun run = Train(*c10::GetDefaultCPUAllocator());
  return run;
}

const TrainingRun& ByStage() {
  static const TrainingRun run = Train(workbook::SharedNaiveAllocator());
  return run;
}

TEST(Ex1_milestone, TrainsToTheSameLossesBitForBit) {
  bool inconclusive = false;
  const auto same = SameLosses(ByDefault(), ByStage(), workbook::kNaiveAlignment, &inconclusive);
  if (inconclusive) GTEST_SKIP() << same.message();
  EXPECT_TRUE(same);
}

TEST(Ex1_milestone, ServesAtLeast95PercentOfTheStepsAllocations) {
  EXPECT_TRUE(ServedAtLeast(0.95, ByDefault(), ByStage()));
}

TEST(Ex1_milestone, LearnsToReadDigits) {
  RecordProperty("note", TrainingNote(ByDefault(), ByStage()));
  EXPECT_LT(ByStage().losses.back(), ByStage().losses.front() / 2) << "the loss did not fall";
  EXPECT_GE(ByStage().test_accuracy, 0.9) << "share of right answers on images it never saw";
}

TEST(Ex1_milestone, CountsEveryBlockOfTheTrainingOutAndIn) {
  const workbook::ByteStatistics before = workbook::SharedNaiveAllocator().Statistics();
  const std::size_t steps_allocations = Total(ByDefault().default_served);
  static_cast<void>(Train(workbook::SharedNaiveAllocator()));
  const workbook::ByteStatistics after = workbook::SharedNaiveAllocator().Statistics();
  EXPECT_EQ(after.live_blocks, before.live_blocks) << "blocks left after the last tensor is gone";
  EXPECT_EQ(after.live_bytes, before.live_bytes) << "bytes left after the last tensor is gone";
  EXPECT_GE(after.total_allocations - before.total_allocations, steps_allocations)
      << "the statistics count fewer allocations than the steps make";
}

}  // namespace
