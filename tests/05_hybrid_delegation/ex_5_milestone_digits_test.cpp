// Milestone of chapter 5: a network trains on pools and shelves and does not notice.
#include "pch.h"
//
#include <c10/core/CPUAllocator.h>

#include "hybrid_allocator.h"
#include "milestone.h"

namespace {

using workbook::RoutingStatistics;
using workbook::test_support::Milestone;
using workbook::test_support::Total;
using workbook::test_support::Train;

// Never destroyed: PyTorch and the tensors keep pointers to it.
workbook::HybridAllocator& Hybrid() {
  static auto* const hybrid = new workbook::HybridAllocator(c10::GetDefaultCPUAllocator());
  return *hybrid;
}

Milestone& Training() {
  static Milestone training(Hybrid(), workbook::kGranuleBytes);
  return training;
}

TEST(Ex5_milestone, TrainsToTheSameLossesBitForBit) { Training().ExpectSameLosses(); }

TEST(Ex5_milestone, ServesAtLeast95PercentOfTheStepsAllocations) { Training().ExpectServed(); }

TEST(Ex5_milestone, LearnsToReadDigits) { Training().ExpectLearnt(); }

TEST(Ex5_milestone, EveryRequestIsCountedAndEveryBlockComesBack) {
  const RoutingStatistics before = Hybrid().core().Statistics();
  static_cast<void>(Train(Hybrid()));
  const RoutingStatistics after = Hybrid().core().Statistics();
  EXPECT_EQ(after.shelves.live_bytes, 0U) << "blocks left after the last tensor is gone";
  EXPECT_GE(after.requests - before.requests, Total(Milestone::ByDefault().default_served))
      << "the statistics count fewer requests than the steps make";
  EXPECT_EQ(Hybrid().core().CheckInvariants(), "");
}

}  // namespace
