// Milestone of chapter 3: a network trains on the learner's pool and does not notice.
#include "pch.h"
//
#include <c10/core/CPUAllocator.h>

#include "milestone.h"
#include "pool_allocator.h"

namespace {

using workbook::test_support::Milestone;
using workbook::test_support::Total;
using workbook::test_support::Train;

// The largest tensor of a step has 32 KiB. The images are larger; they go to the upstream once,
// before the first step. One size for everything wastes most of a block that holds one number.
constexpr std::size_t kBlockBytes = 32 << 10;
constexpr std::size_t kPromisedAlignment = 64;

// Never destroyed: PyTorch and the tensors keep pointers to it.
workbook::PoolAllocator& Pool() {
  static auto* const pool = new workbook::PoolAllocator(kBlockBytes, c10::GetDefaultCPUAllocator());
  return *pool;
}

Milestone& Training() {
  static Milestone training(Pool(), kPromisedAlignment);
  return training;
}

TEST(Ex3_milestone, TrainsToTheSameLossesBitForBit) { Training().ExpectSameLosses(); }

TEST(Ex3_milestone, ServesAtLeast95PercentOfTheStepsAllocations) { Training().ExpectServed(); }

TEST(Ex3_milestone, LearnsToReadDigits) { Training().ExpectLearnt(); }

TEST(Ex3_milestone, TakesEveryBlockOfTheTrainingBackAndStaysSmall) {
  static_cast<void>(Train(Pool()));
  const workbook::PoolStatistics before = Pool().pool().Statistics();
  static_cast<void>(Train(Pool()));
  const workbook::PoolStatistics after = Pool().pool().Statistics();
  EXPECT_EQ(after.live_count, 0u) << "blocks left after the last tensor is gone";
  EXPECT_EQ(after.allocations - before.allocations, after.frees - before.frees);
  EXPECT_GE(after.allocations - before.allocations,
            Total(Milestone::ByDefault().default_served) * 95 / 100);
  EXPECT_EQ(after.reserved_bytes, before.reserved_bytes)
      << "the same training again needed more slabs: freed blocks are not used again";
  EXPECT_EQ(Pool().pool().CheckInvariants(), "");
}

}  // namespace
