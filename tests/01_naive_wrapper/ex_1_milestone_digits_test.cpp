// Milestone of chapter 1: a network trains on the learner's allocator and does not notice.
#include "pch.h"
//
#include "milestone.h"
#include "registration.h"

namespace {

using workbook::test_support::Milestone;

Milestone& Training() {
  static Milestone training(workbook::SharedNaiveAllocator(), workbook::kNaiveAlignment);
  return training;
}

TEST(Ex1_milestone, TrainsToTheSameLossesBitForBit) { Training().ExpectSameLosses(); }

TEST(Ex1_milestone, ServesAtLeast95PercentOfTheStepsAllocations) { Training().ExpectServed(); }

TEST(Ex1_milestone, LearnsToReadDigits) { Training().ExpectLearnt(); }

TEST(Ex1_milestone, CountsEveryBlockOfTheTrainingOutAndIn) {
  const workbook::ByteStatistics before = workbook::SharedNaiveAllocator().Statistics();
  const std::size_t steps_allocations =
      workbook::test_support::Total(Milestone::ByDefault().default_served);
  static_cast<void>(workbook::test_support::Train(workbook::SharedNaiveAllocator()));
  const workbook::ByteStatistics after = workbook::SharedNaiveAllocator().Statistics();
  EXPECT_EQ(after.live_blocks, before.live_blocks) << "blocks left after the last tensor is gone";
  EXPECT_EQ(after.live_bytes, before.live_bytes) << "bytes left after the last tensor is gone";
  EXPECT_GE(after.total_allocations - before.total_allocations, steps_allocations)
      << "the statistics count fewer allocations than the steps make";
}

}  // namespace
