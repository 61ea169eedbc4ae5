// Milestone of chapter 4: a network trains while every block is watched, and nothing is found.
#include "pch.h"
//
#include "debug_allocator.h"
#include "milestone.h"

namespace {

using workbook::DebugAllocator;
using workbook::HeapStatistics;
using workbook::test_support::OffsetAllocator;
using workbook::test_support::SameLosses;
using workbook::test_support::ServedAtLeast;
using workbook::test_support::Train;
using workbook::test_support::TrainingNote;
using workbook::test_support::TrainingRun;

// Never destroyed: PyTorch and the tensors keep pointers to it.
DebugAllocator& OverDefault() {
  static auto* const allocator = [] {
    workbook::DebugOptions options = workbook::DebugOptions::Everything();
    options.stack_frames = 4;  // the others would only take time
    return new DebugAllocator(c10::GetDefaultCPUAllocator(), options);
  }();
  return *allocator;
}

const TrainingRun& ByDefault() {
  static const TrainingRun run = Train(*c10::GetDefaultCPUAllocator());
  return run;
}

const TrainingRun& ByStage() {
  static const TrainingRun run = Train(OverDefault());
  return run;
}

// The census hears of what the default serves, also of what it serves for us. So this run has
// another upstream, and what the census still hears of has gone past the DebugAllocator.
const TrainingRun& ByStageOverAnother() {
  static auto* const allocator =
      new DebugAllocator(&OffsetAllocator(0), workbook::DebugOptions::CanariesOnly());
  static const TrainingRun run = Train(*allocator);
  return run;
}

TEST(Ex4_milestone, TrainsToTheSameLossesBitForBit) {
  constexpr std::size_t kPromisedAlignment = 64;
  bool inconclusive = false;
  const auto same = SameLosses(ByDefault(), ByStage(), kPromisedAlignment, &inconclusive);
  if (inconclusive) GTEST_SKIP() << same.message();
  EXPECT_TRUE(same);
}

TEST(Ex4_milestone, ServesAtLeast95PercentOfTheStepsAllocations) {
  EXPECT_TRUE(ServedAtLeast(0.95, ByDefault(), ByStageOverAnother()));
}

TEST(Ex4_milestone, FindsNothingAndLosesNothing) {
  static_cast<void>(ByStage());
  workbook::DebugHeap& heap = OverDefault().heap();
  EXPECT_EQ(heap.Check(), 0U);
  heap.FlushQuarantine();
  const HeapStatistics now = heap.Statistics();
  EXPECT_EQ(now.num_findings, 0U) << "a training without a bug was reported";
  EXPECT_EQ(now.allocation.current, 0U) << Describe(heap.Leaks());
  EXPECT_EQ(now.reserved_bytes.current, 0U) << "memory that is neither live nor in quarantine";
  EXPECT_GT(now.allocation.allocated, 1000U);
}

TEST(Ex4_milestone, LearnsToReadDigits) {
  RecordProperty("note", TrainingNote(ByDefault(), ByStageOverAnother()));
  EXPECT_GE(ByStage().test_accuracy, 0.9) << "share of right answers on images it never saw";
}

}  // namespace
