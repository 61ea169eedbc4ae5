#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "size_classes.h"

namespace {

using workbook::ChooseClasses;
using workbook::ClassLimits;
using workbook::ClassScore;
using workbook::LeastServed;
using workbook::RoundedUpToGranule;
using workbook::SizeClass;
using workbook::SizeCount;

std::string InWords(const std::vector<SizeClass>& classes) {
  std::ostringstream words;
  for (const auto& [least, most] : classes) words << "[" << least << " … " << most << "] ";
  return classes.empty() ? "no class" : words.str();
}

std::string InWords(const std::vector<SizeCount>& histogram) {
  std::ostringstream words;
  for (const auto& [bytes, requests] : histogram) words << requests << " x " << bytes << " B, ";
  return words.str();
}

std::uint64_t Served(const std::vector<SizeClass>& classes,
                     const std::vector<SizeCount>& histogram) {
  std::uint64_t served = 0;
  for (const auto& [bytes, requests] : histogram) {
    for (const auto& [least, most] : classes) {
      if (bytes >= least && bytes <= most) served += requests;
    }
  }
  return served;
}

TEST(Ex5_1, AClassServesSizesWithinTheSlack) {
  struct Case {
    std::size_t block_bytes, percent, least;
  };
  for (const auto& [block, percent, least] :
       {Case{64, 12, 1}, Case{1024, 12, 897}, Case{4096, 12, 3585}, Case{6400, 25, 4737},
        Case{4096, 0, 4033}, Case{1 << 20, 50, 524225}}) {
    EXPECT_EQ(LeastServed(block, percent), least)
        << "the smallest size that a block of " << block << " bytes serves with " << percent
        << " % of slack";
  }
}

// The slack of a request is counted from its size rounded up to 64.
TEST(Ex5_1, LeastServedIsExactAtEveryBlockSize) {
  for (std::size_t block = 64; block <= 64 * 200; block += 64) {
    for (const std::size_t percent : {0, 1, 5, 12, 33, 50, 99}) {
      const std::size_t least = LeastServed(block, percent);
      ASSERT_TRUE(least >= 1 && least <= block)
          << "LeastServed(" << block << ", " << percent << ") is " << least;
      const std::size_t slack = block - RoundedUpToGranule(least);
      ASSERT_LE(slack * 100, block * percent)
          << "LeastServed(" << block << ", " << percent << ") is " << least << ": that leaves "
          << slack << " bytes of slack, more than " << percent << " %";
      if (least == 1) continue;
      const std::size_t below = block - RoundedUpToGranule(least - 1);
      ASSERT_GT(below * 100, block * percent)
          << "LeastServed(" << block << ", " << percent << ") is " << least << ", but " << least - 1
          << " bytes would be within the slack too";
    }
  }
}

TEST(Ex5_1, ChoosesTheSizeThatIsAskedForMost) {
  const std::vector<SizeCount> histogram = {{1 << 20, 5}, {4096, 900}, {100'000, 40}};
  const auto classes = ChooseClasses(histogram, {.max_classes = 1});
  EXPECT_EQ(classes, (std::vector<SizeClass>{{3585, 4096}})) << "chosen: " << InWords(classes);
}

TEST(Ex5_1, RoundsSizesUpTo64AndAddsThemUp) {
  const std::vector<SizeCount> histogram = {{65, 10}, {1000, 25}, {128, 10}, {100, 10}, {65, 1}};
  const auto classes = ChooseClasses(histogram, {.max_classes = 1, .max_slack_percent = 0});
  EXPECT_EQ(classes, (std::vector<SizeClass>{{65, 128}}))
      << "31 requests fit in a block of 128 bytes, 25 in one of 1024; chosen: " << InWords(classes);
}

TEST(Ex5_1, OneClassServesNeighboursWithinTheSlack) {
  const std::vector<SizeCount> histogram = {{9000, 10}, {9600, 10}, {10'240, 10}, {20'000, 25}};
  const auto classes = ChooseClasses(histogram, {.max_classes = 1, .max_slack_percent = 12});
  ASSERT_EQ(classes.size(), 1U) << InWords(classes);
  EXPECT_EQ(classes[0].block_bytes, 10'240U)
      << "three sizes fit in it with 12 % of slack, 30 requests; chosen: " << InWords(classes);
}

// The middle class alone serves most, but leaves two pieces that the second class can't join.
TEST(Ex5_1, TwoClassesMayBothDifferFromTheBestOne) {
  const std::vector<SizeCount> histogram = {{6400, 30}, {9600, 31}, {12'800, 31}, {19'200, 30}};
  const ClassLimits limits{.max_classes = 2, .max_slack_percent = 34};
  const auto classes = ChooseClasses(histogram, limits);
  EXPECT_EQ(Served(classes, histogram), 122U)
      << "blocks of 9600 and of 19200 serve all 122 requests; chosen: " << InWords(classes);
}

TEST(Ex5_1, TakesNoMoreClassesThanAreNeeded) {
  const std::vector<SizeCount> histogram = {{4096, 10}, {8192, 10}};
  EXPECT_EQ(ChooseClasses(histogram, {.max_classes = 16}).size(), 2U);
  EXPECT_EQ(ChooseClasses(histogram, {.max_classes = 0}).size(), 0U);
  EXPECT_EQ(ChooseClasses({}, {}).size(), 0U) << "no requests, no classes";
}

TEST(Ex5_1, LeavesOutWhatIsEmptyOrTooLarge) {
  const std::vector<SizeCount> histogram = {{0, 1000}, {4096, 10}, {4097, 1000}};
  const auto classes =
      ChooseClasses(histogram, {.max_classes = 1, .max_slack_percent = 0, .max_block_bytes = 4096});
  EXPECT_EQ(classes, (std::vector<SizeClass>{{4033, 4096}})) << InWords(classes);
}

// Tries every set of at most `k` sizes as class ends.
std::uint64_t BestByTrying(const std::vector<SizeCount>& histogram, const ClassLimits& limits) {
  std::uint64_t best = 0;
  for (unsigned set = 0; set < 1U << histogram.size(); ++set) {
    if (static_cast<std::size_t>(__builtin_popcount(set)) > limits.max_classes) continue;
    std::uint64_t served = 0;
    for (const auto& [bytes, requests] : histogram) {
      bool by_one = false;
      for (std::size_t i = 0; i < histogram.size(); ++i) {
        const std::size_t block = RoundedUpToGranule(histogram[i].bytes);
        by_one |= (set >> i & 1U) != 0 && bytes <= block &&
                  bytes >= LeastServed(block, limits.max_slack_percent);
      }
      if (by_one) served += requests;
    }
    best = std::max(best, served);
  }
  return best;
}

TEST(Ex5_1, ServesAsMuchAsTheBestOfAllChoices) {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    std::vector<SizeCount> histogram(1 + random() % 8);
    for (auto& [bytes, requests] : histogram) {
      bytes = 1 + random() % 12'000;
      requests = 1 + random() % 50;
    }
    const ClassLimits limits{.max_classes = random() % 5, .max_slack_percent = random() % 60};
    const auto classes = ChooseClasses(histogram, limits);
    const std::string what = "round " + std::to_string(round) + ": " + InWords(histogram) +
                             "at most " + std::to_string(limits.max_classes) + " classes, " +
                             std::to_string(limits.max_slack_percent) +
                             " % of slack; chosen: " + InWords(classes);
    ASSERT_LE(classes.size(), limits.max_classes) << what;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      ASSERT_EQ(classes[i].least_bytes,
                LeastServed(classes[i].block_bytes, limits.max_slack_percent))
          << what;
      ASSERT_TRUE(i == 0 || classes[i - 1].block_bytes < classes[i].least_bytes)
          << "two classes serve one size, or they are out of order. " << what;
    }
    ASSERT_EQ(Served(classes, histogram), BestByTrying(histogram, limits))
        << "another choice serves more. " << what;
  }
}

TEST(Ex5_1, ScoresShareAndSlack) {
  const std::vector<SizeClass> classes = {{1, 1024}, {3585, 4096}};
  const ClassScore score =
      Score(classes, {{0, 7}, {1024, 2}, {512, 1}, {2000, 5}, {4096, 1}, {4097, 1}});
  EXPECT_EQ(score.requests, 10U) << "all but those of 0 bytes";
  EXPECT_EQ(score.served, 4U) << "2 x 1024 B, 512 B, 4096 B";
  EXPECT_EQ(score.served_bytes, 2 * 1024U + 512 + 4096) << "what the served requests asked for";
  EXPECT_EQ(score.served_blocks, 3 * 1024U + 4096) << "the blocks that they get";
  EXPECT_DOUBLE_EQ(score.Share(), 0.4);
  EXPECT_NEAR(score.Slack(), 512.0 / 7168, 1e-9);
}

TEST(Ex5_1, TheGridLeavesNoGapAndLittleSlack) {
  const auto grid = workbook::GridClasses(4096, std::size_t{64} << 20);
  std::size_t next = 4097;
  for (const auto& [least, most] : grid) {
    ASSERT_EQ(least, next);
    ASSERT_EQ(most % 64, 0U);
    ASSERT_LT((most - least) * 16, most) << "slack of " << least << " bytes in " << most;
    next = most + 1;
  }
  EXPECT_EQ(next, (std::size_t{64} << 20) + 1);
}

}  // namespace
