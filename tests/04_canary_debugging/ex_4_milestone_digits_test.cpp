// Milestone of chapter 4: a network trains while every block is watched, and nothing is found.
#include "pch.h"
//
#include "debug_allocator.h"
#include "milestone.h"

namespace {

using workbook::DebugAllocator;
using workbook::HeapStatistics;
using workbook::test_support::Milestone;
using workbook::test_support::OffsetAllocator;

// Never destroyed: PyTorch and the tensors keep pointers to it.
DebugAllocator& OverDefault() {
  static auto* const allocator = [] {
    workbook::DebugOptions options = workbook::DebugOptions::Everything();
    options.stack_frames = 4;  // the others would only take time
    return new DebugAllocator(c10::GetDefaultCPUAllocator(), options);
  }();
  return *allocator;
}

constexpr std::size_t kPromisedAlignment = 64;

Milestone& Watched() {
  static Milestone training(OverDefault(), kPromisedAlignment);
  return training;
}

// The census hears of what the default serves, also of what it serves for us. So this run has
// another upstream, and what the census still hears of has gone past the DebugAllocator.
Milestone& OverAnother() {
  static auto* const allocator =
      new DebugAllocator(&OffsetAllocator(0), workbook::DebugOptions::CanariesOnly());
  static Milestone training(*allocator, kPromisedAlignment);
  return training;
}

TEST(Ex4_milestone, TrainsToTheSameLossesBitForBit) { Watched().ExpectSameLosses(); }

TEST(Ex4_milestone, ServesAtLeast95PercentOfTheStepsAllocations) { OverAnother().ExpectServed(); }

TEST(Ex4_milestone, FindsNothingAndLosesNothing) {
  static_cast<void>(Watched().ByStage());
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
  OverAnother().ExpectLearnt();
  EXPECT_GE(Watched().ByStage().test_accuracy, 0.9)
      << "share of right answers on images it never saw";
}

}  // namespace
