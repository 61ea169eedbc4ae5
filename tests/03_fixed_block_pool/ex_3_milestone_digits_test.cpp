// Milestone of chapter 3: a network trains on the learner's pool and does not notice.
#include "pch.h"
//
#include <c10/core/CPUAllocator.h>

#include "milestone.h"
#include "pool_allocator.h"

namespace {

using workbook::test_support::SameLosses;
using workbook::test_support::ServedAtLeast;
using workbook::test_support::Total;
using workbook::test_support::Train;
using workbook::test_support::TrainingNote;
using workbook::test_support::TrainingRun;

// The largest tensor of a step has 32 KiB. The images are larger; they go to the upstream once,
// before the first step. One size for everything wastes most of a block that holds one number.
constexpr std::size_t kBlockBytes = 32 << 10;

// Never destroyed: PyTorch and the tensors keep pointers to it.
workbook::PoolAllocator& Pool() {
  static auto* const pool = new workbook::PoolAllocator(kBlockBytes, c10::GetDefaultCPUAllocator());
  return *pool;
}

const TrainingRun& ByDefault() {
  static const TrainingRun run = Train(*c10::GetDefaultCPUAllocator());
  return run;
}

const TrainingRun& ByStage() {
  static const TrainingRun run = Train(Pool());
  return run;
}

TEST(Ex3_milestone, TrainsToTheSameLossesBitForBit) {
  constexpr std::size_t kPromisedAlignment = 64;
  bool inconclusive = false;
  const auto same = SameLosses(ByDefault(), ByStage(), kPromisedAlignment, &inconclusive);
  if (inconclusive) GTEST_SKIP() << same.message();
  EXPECT_TRUE(same);
}

TEST(Ex3_milestone, ServesAtLeast95PercentOfTheStepsAllocations) {
  EXPECT_TRUE(ServedAtLeast(0.95, ByDefault(), ByStage()));
}

TEST(Ex3_milestone, LearnsToReadDigits) {
  RecordProperty("note", TrainingNote(ByDefault(), ByStage()));
  EXPECT_LT(ByStage().losses.back(), ByStage().losses.front() / 2) << "the loss did not fall";
  EXPECT_GE(ByStage().test_accuracy, 0.9) << "share of right answers on images it never saw";
}

TEST(Ex3_milestone, TakesEveryBlockOfTheTrainingBackAndStaysSmall) {
  static_cast<void>(Train(Pool()));
  const workbook::PoolStatistics before = Pool().pool().Statistics();
  static_cast<void>(Train(Pool()));
  const workbook::PoolStatistics after = Pool().pool().Statistics();
  EXPECT_EQ(after.live_count, 0u) << "blocks left after the last tensor is gone";
  EXPECT_EQ(after.allocations - before.allocations, after.frees - before.frees);
  EXPECT_GE(after.allocations - before.allocations, Total(ByDefault().default_served) * 95 / 100);
  EXPECT_EQ(after.reserved_bytes, before.reserved_bytes)
      << "the same training again needed more slabs: freed blocks are not used again";
  EXPECT_EQ(Pool().pool().CheckInvariants(), "");
}

}  // namespace
