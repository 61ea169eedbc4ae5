#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ceiling.h"

namespace workbook {
namespace {

constexpr double kForEver = std::numeric_limits<double>::infinity();

// A run of 1 second, in which the calls were measured to take this long.
trace::Summary Measured(std::uint64_t allocate_ns, std::uint64_t free_ns) {
  trace::Summary summary{};
  summary.run_us = 1'000'000;
  summary.allocate_ns = allocate_ns;
  summary.free_ns = free_ns;
  return summary;
}

TEST(Ex0_4, AllocationsAndFreesTogetherAreTheAllocatorsTime) {
  EXPECT_EQ(AllocatorNs(Measured(600, 300), 10, 0), 900U)
      << "600 ns to allocate and 300 ns to free";
}

TEST(Ex0_4, TheClocksOwnTimeIsTakenOut) {
  EXPECT_EQ(AllocatorNs(Measured(600, 300), 10, 40), 500U)
      << "900 ns were measured around 10 calls, and measuring each of them added 40 ns";
}

TEST(Ex0_4, WhatIsLessThanNothingIsNothing) {
  EXPECT_EQ(AllocatorNs(Measured(200, 100), 10, 40), 0U)
      << "the clock alone would take 400 ns, 300 were measured: no time at all, not 2^64 - 100 ns";
  EXPECT_EQ(AllocatorNs(Measured(200, 200), 10, 40), 0U);
}

TEST(Ex0_4, AShareIsOfTheRunsWholeTime) {
  EXPECT_DOUBLE_EQ(TimeShare(50'000'000, 1'000'000), 0.05) << "50 ms of 1 s";
  EXPECT_DOUBLE_EQ(TimeShare(1, 1), 0.001) << "1 ns of 1 us";
  EXPECT_DOUBLE_EQ(TimeShare(0, 1'000'000), 0.0);
}

TEST(Ex0_4, AShareIsNeverMoreThanTheWhole) {
  EXPECT_DOUBLE_EQ(TimeShare(3'000'000'000, 1'000'000), 1.0)
      << "four threads that allocate all the time spend four seconds in each second";
}

TEST(Ex0_4, ARunOfUnknownLengthHasNoShare) { EXPECT_DOUBLE_EQ(TimeShare(500, 0), 0.0); }

TEST(Ex0_4, LongRunsKeepTheirPrecision) {
  // A day: in microseconds it fits in 64 bits, and so it does in nanoseconds; a week of 30 threads
  // in nanoseconds does not fit in a float.
  constexpr std::uint64_t kDayUs = std::uint64_t{86'400} * 1'000'000;
  EXPECT_DOUBLE_EQ(TimeShare(kDayUs * 100, kDayUs), 0.1);
}

TEST(Ex0_4, HalfOfARunMadeTwiceAsFastGivesAThird) {
  EXPECT_DOUBLE_EQ(Speedup(0.5, 2), 4.0 / 3.0)
      << "of 100 s, 50 stay and 50 become 25: 100 s become 75 s";
}

TEST(Ex0_4, WhatTakesNoTimeCannotBeMadeFaster) {
  EXPECT_DOUBLE_EQ(Speedup(0, 1000), 1.0);
  EXPECT_DOUBLE_EQ(Speedup(0.3, 1), 1.0) << "a factor of 1 changes nothing";
}

TEST(Ex0_4, AFactorBelowOneIsALoss) {
  EXPECT_DOUBLE_EQ(Speedup(0.5, 0.5), 1 / 1.5) << "of 100 s, 50 stay and 50 become 100";
}

TEST(Ex0_4, TheRestIsTheCeiling) {
  EXPECT_DOUBLE_EQ(Speedup(0.5, kForEver), 2.0) << "the other half remains";
  EXPECT_DOUBLE_EQ(Ceiling(0.05), 1 / 0.95);
  EXPECT_DOUBLE_EQ(Ceiling(0), 1.0);
  EXPECT_TRUE(std::isinf(Ceiling(1))) << "nothing remains";
}

TEST(Ex0_4, NoFactorReachesTheCeiling) {
  for (double share = 0.01; share < 0.999; share += 0.01) {
    double before = 0;
    for (double factor = 0.5; factor < 2000; factor *= 2) {
      const double speedup = Speedup(share, factor);
      ASSERT_GT(speedup, before) << "share " << share << ", factor " << factor
                                 << ": a faster allocator made the run slower";
      ASSERT_LT(speedup, Ceiling(share)) << "share " << share << ", factor " << factor;
      before = speedup;
    }
  }
}

}  // namespace
}  // namespace workbook
