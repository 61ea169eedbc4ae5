// Milestone of chapter 2: a network trains on the learner's allocator and does not notice.
#include "pch.h"
//
#include <c10/core/CPUAllocator.h>

#include "aligned_allocator.h"
#include "milestone.h"

namespace {

using workbook::test_support::SameLosses;
using workbook::test_support::ServedAtLeast;
using workbook::test_support::Train;
using workbook::test_support::TrainingNote;
using workbook::test_support::TrainingRun;

const TrainingRun& ByDefault() {
  static const TrainingRun run = Train(*c10::GetDefaultCPUAllocator());
  return run;
}

const TrainingRun& ByStage() {
  static const TrainingRun run = Train(workbook::CpuAlignedAllocator());
  return run;
}

TEST(Ex2_milestone, TrainsToTheSameLossesBitForBit) {
  bool inconclusive = false;
  const std::size_t alignment = workbook::CpuAlignedAllocator().alignment();
  const auto same = SameLosses(ByDefault(), ByStage(), alignment, &inconclusive);
  if (inconclusive) GTEST_SKIP() << same.message();
  EXPECT_TRUE(same);
}

TEST(Ex2_milestone, TrainsToTheSameLossesOnGpuAlignment) {
  bool inconclusive = false;
  const TrainingRun run = Train(workbook::GpuAlignedAllocator());
  const std::size_t alignment = workbook::GpuAlignedAllocator().alignment();
  const auto same = SameLosses(ByDefault(), run, alignment, &inconclusive);
  if (inconclusive) GTEST_SKIP() << same.message();
  EXPECT_TRUE(same);
}

TEST(Ex2_milestone, ServesAtLeast95PercentOfTheStepsAllocations) {
  EXPECT_TRUE(ServedAtLeast(0.95, ByDefault(), ByStage()));
}

TEST(Ex2_milestone, LearnsToReadDigits) {
  RecordProperty("note", TrainingNote(ByDefault(), ByStage()));
  EXPECT_LT(ByStage().losses.back(), ByStage().losses.front() / 2) << "the loss did not fall";
  EXPECT_GE(ByStage().test_accuracy, 0.9) << "share of right answers on images it never saw";
}

}  // namespace
