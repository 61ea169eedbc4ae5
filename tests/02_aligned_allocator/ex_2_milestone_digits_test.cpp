// Milestone of chapter 2: a network trains on the learner's allocator and does not notice.
#include "pch.h"
//
#include "aligned_allocator.h"
#include "milestone.h"

namespace {

using workbook::test_support::Milestone;

Milestone& Training() {
  workbook::AlignedAllocator& stage = workbook::CpuAlignedAllocator();
  static Milestone training(stage, stage.alignment());
  return training;
}

TEST(Ex2_milestone, TrainsToTheSameLossesBitForBit) { Training().ExpectSameLosses(); }

TEST(Ex2_milestone, ServesAtLeast95PercentOfTheStepsAllocations) { Training().ExpectServed(); }

TEST(Ex2_milestone, LearnsToReadDigits) { Training().ExpectLearnt(); }

TEST(Ex2_milestone, TrainsToTheSameLossesOnGpuAlignment) {
  workbook::AlignedAllocator& stage = workbook::GpuAlignedAllocator();
  Milestone(stage, stage.alignment()).ExpectSameLosses();
}

}  // namespace
