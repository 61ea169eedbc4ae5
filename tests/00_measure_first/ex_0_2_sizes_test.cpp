#include <gtest/gtest.h>

#include <map>

#include "recorded.h"
#include "sizes.h"
#include "tiny_trace.h"
#include "trace/analysis.h"

namespace workbook {
namespace {

using testing::Draw;
using testing::Events;
using testing::RandomEvents;
using testing::Tiny;

using Sizes = std::vector<SizeCount>;

std::string InWords(const Sizes& sizes) {
  std::string words;
  for (const SizeCount& size : sizes) {
    words += (words.empty() ? "" : ", ") + std::to_string(size.requests) + " x " +
             std::to_string(size.bytes) + " B";
  }
  return words.empty() ? "nothing" : words;
}

::testing::AssertionResult Counts(const std::string& expected, const Events& events) {
  return testing::SaysOf(events, "asked for", expected, InWords(CountSizes(events)));
}

// The class of a size, the long way: the smallest of all classes that it fits in.
std::uint64_t ByDefinition(std::uint64_t bytes) {
  if (bytes == 0) return 0;
  for (std::uint64_t size = 64; size <= 256; size += 64) {
    if (bytes <= size) return size;
  }
  for (std::uint64_t doubling = 256;; doubling *= 2) {
    for (std::uint64_t quarter = 5; quarter <= 8; ++quarter) {
      if (bytes <= doubling / 4 * quarter) return doubling / 4 * quarter;
    }
  }
}

TEST(Ex0_2, CountsTheRequestsForEachSize) {
  EXPECT_TRUE(Counts("2 x 100 B, 1 x 50 B",
                     Tiny().Allocate(1, 100).Allocate(2, 50).Allocate(3, 100).events()));
}

TEST(Ex0_2, AFreeAsksForNothing) {
  EXPECT_TRUE(Counts("1 x 100 B", Tiny().Allocate(1, 100).Free(1).events()))
      << "an event of kind kFree carries the bytes of its block, but it is no request";
  EXPECT_TRUE(Counts("2 x 100 B", Tiny().Allocate(1, 100).Free(1).Allocate(2, 100).events()))
      << "a request counts whether or not an earlier block is free again";
}

TEST(Ex0_2, RequestsForZeroBytesAreLeftOut) {
  EXPECT_TRUE(Counts("1 x 64 B", Tiny().Allocate(1, 0).Allocate(2, 64).Allocate(3, 0).events()));
  EXPECT_TRUE(Counts("nothing", {}));
}

TEST(Ex0_2, TheMostFrequentSizeComesFirstAndEqualOnesBySize) {
  EXPECT_TRUE(Counts("3 x 500 B, 2 x 8 B, 1 x 4 B, 1 x 16 B", Tiny()
                                                                  .Allocate(1, 16)
                                                                  .Allocate(2, 8)
                                                                  .Allocate(3, 500)
                                                                  .Allocate(4, 4)
                                                                  .Allocate(5, 500)
                                                                  .Allocate(6, 8)
                                                                  .Allocate(7, 500)
                                                                  .events()));
}

TEST(Ex0_2, CountsWhatARandomTraceAsksFor) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Events events = RandomEvents(seed, 14);
    std::map<std::uint64_t, std::uint64_t> expected;
    for (const trace::Event& event : events) {
      if (event.kind == trace::Kind::kAllocate && event.bytes != 0) ++expected[event.bytes];
    }
    const Sizes sizes = CountSizes(events);
    ASSERT_EQ(sizes.size(), expected.size())
        << "seed " << seed << ": yours are " << InWords(sizes) << Draw(events);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      ASSERT_EQ(sizes[i].requests, expected[sizes[i].bytes])
          << "seed " << seed << ": requests for " << sizes[i].bytes << " B" << Draw(events);
      ASSERT_TRUE(
          i == 0 || sizes[i - 1].requests > sizes[i].requests ||
          (sizes[i - 1].requests == sizes[i].requests && sizes[i - 1].bytes < sizes[i].bytes))
          << "seed " << seed << ": out of order: " << InWords(sizes);
    }
  }
}

TEST(Ex0_2, EveryRequestForASizeButTheFirstIsARepeat) {
  EXPECT_DOUBLE_EQ(RepeatShare(Sizes{{100, 6}, {50, 3}, {4096, 1}}), 0.7)
      << "5 of the 6, 2 of the 3 and none of the 1, of 10 requests";
  EXPECT_DOUBLE_EQ(RepeatShare(Sizes{{64, 1}, {128, 1}}), 0.0) << "no size comes twice";
  EXPECT_DOUBLE_EQ(RepeatShare({}), 0.0);
}

TEST(Ex0_2, TheFirstSizesServeTheirShareOfTheRequests) {
  const Sizes sizes{{100, 6}, {50, 3}, {4096, 1}};
  EXPECT_DOUBLE_EQ(PoolShare(sizes, 1), 0.6) << "6 of 10 requests ask for 100 B";
  EXPECT_DOUBLE_EQ(PoolShare(sizes, 2), 0.9) << "requests are counted, not bytes";
  EXPECT_DOUBLE_EQ(PoolShare(sizes, 0), 0.0) << "no pool, nothing served";
}

TEST(Ex0_2, MorePoolsThanSizesServeEverything) {
  EXPECT_DOUBLE_EQ(PoolShare(Sizes{{100, 6}, {50, 3}}, 3), 1.0);
  EXPECT_DOUBLE_EQ(PoolShare(Sizes{{100, 6}, {50, 3}}, 2), 1.0);
  EXPECT_DOUBLE_EQ(PoolShare({}, 8), 0.0) << "of no requests, none is served";
}

TEST(Ex0_2, SmallClassesAre64Apart) {
  EXPECT_EQ(ClassBytes(1), 64U);
  EXPECT_EQ(ClassBytes(64), 64U) << "it fits exactly";
  EXPECT_EQ(ClassBytes(65), 128U);
  EXPECT_EQ(ClassBytes(256), 256U);
  EXPECT_EQ(ClassBytes(0), 0U) << "zero bytes need no block";
}

TEST(Ex0_2, LargeClassesAreAQuarterOfADoublingApart) {
  EXPECT_EQ(ClassBytes(512), 512U) << "512 ends the doubling from 256 on: it is a class itself";
  EXPECT_EQ(ClassBytes(513), 640U) << "the first class above 512 is 512 + 512 / 4";
  EXPECT_EQ(ClassBytes(640), 640U);
  EXPECT_EQ(ClassBytes(641), 768U);
  EXPECT_EQ(ClassBytes(1025), 1280U);
  EXPECT_EQ(ClassBytes(1'000'000), 1'048'576U);
}

TEST(Ex0_2, EverySizeGetsTheSmallestClassThatItFitsIn) {
  for (std::uint64_t bytes = 0; bytes <= 70'000; ++bytes) {
    ASSERT_EQ(ClassBytes(bytes), ByDefinition(bytes)) << "the class of " << bytes << " B";
  }
  for (std::uint64_t power = 17; power <= 62; ++power) {
    const std::uint64_t doubling = std::uint64_t{1} << power;
    EXPECT_EQ(ClassBytes(doubling), doubling);
    EXPECT_EQ(ClassBytes(doubling + 1), doubling / 4 * 5) << "one byte more than 2^" << power;
  }
}

TEST(Ex0_2, SlackIsTheShareOfTheBytesThatNobodyAskedFor) {
  // One block of 640 for 513, three of 64 for 64: 832 bytes handed out, 705 asked for.
  EXPECT_DOUBLE_EQ(SlackShare(Sizes{{64, 3}, {513, 1}}), 127.0 / 832.0);
  EXPECT_DOUBLE_EQ(SlackShare(Sizes{{1, 10}}), 63.0 / 64.0) << "each of the ten wastes 63 of 64";
}

TEST(Ex0_2, ExactFitsHaveNoSlack) {
  EXPECT_DOUBLE_EQ(SlackShare(Sizes{{64, 3}, {640, 2}}), 0.0);
  EXPECT_DOUBLE_EQ(SlackShare({}), 0.0);
}

TEST(Ex0_2, ClassesWasteLessThanAFifthAbove256Bytes) {
  for (std::uint64_t bytes = 257; bytes < 20'000; bytes += 7) {
    ASSERT_LT(SlackShare(Sizes{{bytes, 5}}), 0.2)
        << bytes << " B in a block of " << ClassBytes(bytes);
  }
}

TEST(Ex0_2, TheRecordedTracesAskForTheseSizes) {
  for (const char* name : testing::kRecorded) {
    const trace::Trace& trace = testing::Recorded(name);
    const trace::Analysis expected = trace::Analyze(trace);
    const Sizes sizes = CountSizes(trace.events);
    ASSERT_EQ(sizes.size(), expected.sizes.size()) << name << ": how many sizes";
    ASSERT_FALSE(sizes.empty()) << name;
    EXPECT_EQ(sizes.front().requests, expected.sizes.front().requests)
        << name << ": requests for the most frequent size";
    EXPECT_NEAR(RepeatShare(sizes), expected.repeat_share, 1e-12) << name;
  }
}

TEST(Ex0_2, ClassesMakeMoreOfTheRecordedRequestsRepeat) {
  for (const char* name : testing::kRecorded) {
    const Sizes sizes = CountSizes(testing::Recorded(name).events);
    EXPECT_GE(PoolShare(CountClasses(sizes), 8), PoolShare(sizes, 8)) << name;
    EXPECT_LT(SlackShare(sizes), 0.2) << name << ": hardly anything in it is below 256 bytes";
  }
}

}  // namespace
}  // namespace workbook
