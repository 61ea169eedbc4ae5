#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "router.h"

namespace {

using workbook::BucketOf;
using workbook::ClassIndex;
using workbook::kNoClass;
using workbook::Router;
using workbook::SizeClass;

std::string InWords(ClassIndex index) {
  return index == kNoClass ? "no class" : "class " + std::to_string(index);
}

// What Route() promises, one class after the other.
ClassIndex BySearching(const std::vector<SizeClass>& classes, std::size_t bytes) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (bytes >= classes[i].least_bytes && bytes <= classes[i].block_bytes)
      return static_cast<ClassIndex>(i);
  }
  return kNoClass;
}

testing::AssertionResult RoutesLikeASearch(const Router& router, std::size_t bytes) {
  const ClassIndex wanted = BySearching(router.classes(), bytes);
  const ClassIndex got = router.Route(bytes);
  if (got == wanted) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "Route(" << bytes << ") is " << InWords(got) << ", it should be " << InWords(wanted);
}

TEST(Ex5_2, BucketsEndAtMultiplesOf64ThenAt16StepsAnOctave) {
  struct Case {
    std::size_t bytes, bucket;
  };
  for (const auto& [bytes, bucket] :
       {Case{1, 0}, Case{64, 0}, Case{65, 1}, Case{1024, 15}, Case{1025, 16}, Case{1088, 16},
        Case{1089, 17}, Case{2048, 31}, Case{2049, 32}, Case{2176, 32}, Case{2177, 33},
        Case{4096, 47}, Case{4097, 48}, Case{1 << 20, 175}, Case{(1 << 20) + 1, 176}}) {
    EXPECT_EQ(BucketOf(bytes), bucket) << "BucketOf(" << bytes << ")";
  }
}

TEST(Ex5_2, BucketsGrowWithTheSizeAndLeaveNoneOut) {
  std::size_t last = 0;
  for (std::size_t bytes = 1; bytes <= 300'000; ++bytes) {
    const std::size_t bucket = BucketOf(bytes);
    ASSERT_TRUE(bucket == last || bucket == last + 1)
        << "BucketOf(" << bytes << ") is " << bucket << ", that of one byte less is " << last;
    last = bucket;
  }
}

TEST(Ex5_2, BucketsReachTheLargestSizes) {
  for (unsigned bit = 20; bit < 63; ++bit) {
    const std::size_t octave = std::size_t{1} << bit;
    EXPECT_EQ(BucketOf(octave) + 1, BucketOf(octave + 1)) << "at 2^" << bit;
    EXPECT_EQ(BucketOf(octave + octave / 16), BucketOf(octave + 1)) << "at 2^" << bit;
    EXPECT_EQ(BucketOf(octave + octave / 16 + 1), BucketOf(octave + 1) + 1) << "at 2^" << bit;
  }
}

TEST(Ex5_2, FindsTheClassOfASize) {
  const Router router({{1, 512}, {513, 4096}, {4097, 4352}});
  EXPECT_EQ(InWords(router.Route(1)), "class 0");
  EXPECT_EQ(InWords(router.Route(512)), "class 0") << "exactly as large as the block";
  EXPECT_EQ(InWords(router.Route(513)), "class 1");
  EXPECT_EQ(InWords(router.Route(4096)), "class 1") << "exactly as large as the block";
  EXPECT_EQ(InWords(router.Route(4097)), "class 2");
}

TEST(Ex5_2, SizesBetweenTheClassesHaveNone) {
  const Router router({{900, 1024}, {100'000, 102'400}});
  for (const std::size_t bytes : {1, 899, 1025, 50'000, 99'999, 102'401}) {
    EXPECT_EQ(InWords(router.Route(bytes)), "no class") << bytes << " bytes belong to no class";
  }
}

TEST(Ex5_2, NothingAndTooMuchHaveNoClass) {
  const Router router({{1, 512}, {513, 4096}});
  EXPECT_EQ(InWords(router.Route(0)), "no class");
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {std::size_t{4097}, std::size_t{1} << 40, kMost / 2 + 1, kMost}) {
    EXPECT_EQ(InWords(router.Route(bytes)), "no class") << bytes << " bytes";
  }
  EXPECT_EQ(InWords(Router({}).Route(64)), "no class") << "a router without classes";
}

TEST(Ex5_2, AClassMayEndInTheMiddleOfABucket) {
  // 9,216 … 9,728 is one bucket. The class that ends at 9,344 serves its lower part.
  const Router router({{8000, 9344}, {9345, 11'200}});
  EXPECT_EQ(InWords(router.Route(9344)), "class 0");
  EXPECT_EQ(InWords(router.Route(9345)), "class 1")
      << "the first class ends in this bucket, but below this size";
  EXPECT_EQ(InWords(router.Route(9728)), "class 1");
}

TEST(Ex5_2, AgreesWithASearchOnTheGrid) {
  std::vector<SizeClass> classes = {{1, 512}, {513, 4096}};
  const auto grid = workbook::GridClasses(4096, std::size_t{64} << 20);
  classes.insert(classes.end(), grid.begin(), grid.end());
  const Router router(classes);
  for (const auto& [least, most] : classes) {
    for (const std::size_t bytes : {least - 1, least, least + 1, most - 1, most, most + 1})
      ASSERT_TRUE(RoutesLikeASearch(router, bytes));
  }
}

TEST(Ex5_2, AgreesWithASearchOnRandomClasses) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<SizeClass> classes;
    std::size_t block = 64 * (1 + random() % 8);
    while (block < 1 << 20) {
      const std::size_t below = classes.empty() ? 0 : classes.back().block_bytes;
      classes.push_back({std::max(below, block * 9 / 10) + 1, block});
      classes.back().least_bytes = std::min(classes.back().least_bytes, block);
      block = workbook::RoundedUpToGranule(block + block / 13 + 64 + random() % (2 * block));
    }
    const Router router(classes);
    for (int i = 0; i < 300; ++i) {
      ASSERT_TRUE(RoutesLikeASearch(router, random() % (1 << 20))) << "round " << round;
    }
  }
}

TEST(Ex5_2, RefusesClassesThatItCannotTellApart) {
  EXPECT_THROW(Router({{513, 4096}, {1, 512}}), std::invalid_argument) << "not ascending";
  EXPECT_THROW(Router({{1, 512}, {512, 4096}}), std::invalid_argument) << "512 is in both";
  EXPECT_THROW(Router({{1, 4096 + 64}, {4161, 4224}}), std::invalid_argument)
      << "both end in the bucket 4,097 … 4,352";
  EXPECT_THROW(Router({{1, 100}}), std::invalid_argument) << "100 is no multiple of 64";
}

}  // namespace
