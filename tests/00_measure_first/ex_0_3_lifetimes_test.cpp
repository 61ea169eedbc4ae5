#include <gtest/gtest.h>

#include "lifetimes.h"
#include "recorded.h"
#include "tiny_trace.h"
#include "trace/analysis.h"

namespace workbook {
namespace {

using testing::Draw;
using testing::Events;
using testing::RandomEvents;
using testing::Tiny;

std::string InWords(const Lifetime& life) {
  return std::to_string(life.bytes) + " B for " + std::to_string(life.events) +
         (life.freed ? "" : ", never freed") + (life.remote ? ", by another thread" : "");
}

std::string InWords(const std::vector<Lifetime>& lives) {
  std::string words;
  for (const Lifetime& life : lives) words += (words.empty() ? "" : "; ") + InWords(life);
  return words.empty() ? "no block" : words;
}

::testing::AssertionResult Live(const std::string& expected, const Events& events) {
  return testing::SaysOf(events, "the blocks lived", expected, InWords(Lifetimes(events)));
}

TEST(Ex0_3, ALifeLastsFromTheAllocationToTheFree) {
  EXPECT_TRUE(Live("100 B for 1; 50 B for 1",
                   Tiny().Allocate(1, 100).Free(1).Allocate(2, 50).Free(2).events()));
}

TEST(Ex0_3, BlocksComeInTheOrderOfTheirAllocations) {
  EXPECT_TRUE(Live("100 B for 3; 50 B for 1",
                   Tiny().Allocate(1, 100).Allocate(2, 50).Free(2).Free(1).events()))
      << "block 2 died first, but block 1 was born first";
}

TEST(Ex0_3, ABlockThatIsNeverFreedLivesToTheEnd) {
  EXPECT_TRUE(Live("100 B for 3, never freed; 50 B for 1",
                   Tiny().Allocate(1, 100).Allocate(2, 50).Free(2).events()))
      << "the end is the moment behind the last event";
  EXPECT_TRUE(Live("7 B for 1, never freed", Tiny().Allocate(1, 7).events()));
}

TEST(Ex0_3, AFreeByAnotherThreadIsRemote) {
  EXPECT_TRUE(
      Live("100 B for 2, by another thread; 50 B for 2",
           Tiny().Allocate(1, 100, 0, 5).Allocate(2, 50, 0, 6).Free(1, 6).Free(2, 6).events()));
}

TEST(Ex0_3, BlocksOfZeroBytesLiveToo) {
  EXPECT_TRUE(Live("0 B for 1", Tiny().Allocate(1, 0).Free(1).events()));
  EXPECT_TRUE(Live("no block", {}));
}

TEST(Ex0_3, TheYoungAreThoseThatWereFreedSoon) {
  const std::vector<Lifetime> lives{
      {100, 1, true, false}, {100, 2, true, false}, {100, 5, true, false}, {100, 2, true, true}};
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 2).of_blocks, 0.75) << "\"at most 2\" takes the 2 in";
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 2).of_memory, 0.5) << "1 + 2 + 2 of 10 events, 100 B each";
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 0).of_blocks, 0.0);
}

TEST(Ex0_3, WhoeverIsStillLiveDidNotDieYoung) {
  const std::vector<Lifetime> lives{{100, 1, true, false}, {100, 1, false, false}};
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 10).of_blocks, 0.5)
      << "the second was allocated by the last event; nobody knows how long it will live";
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 10).of_memory, 0.5);
}

TEST(Ex0_3, ManyYoungBlocksCanHoldLittleMemory) {
  // Nine short lives of 100 bytes and a block of 10,000 that stays: 900 of 100,900 byte-events.
  std::vector<Lifetime> lives(9, Lifetime{100, 1, true, false});
  lives.push_back({10'000, 10, false, false});
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 1).of_blocks, 0.9);
  EXPECT_DOUBLE_EQ(ShareOfYoung(lives, 1).of_memory, 900.0 / 100'900.0)
      << "memory is bytes times events";
}

TEST(Ex0_3, OfNothingTheShareIsZero) {
  EXPECT_DOUBLE_EQ(ShareOfYoung({}, 3).of_blocks, 0.0);
  EXPECT_DOUBLE_EQ(ShareOfYoung({}, 3).of_memory, 0.0);
  const std::vector<Lifetime> empty_blocks{{0, 1, true, false}};
  EXPECT_DOUBLE_EQ(ShareOfYoung(empty_blocks, 3).of_blocks, 1.0);
  EXPECT_DOUBLE_EQ(ShareOfYoung(empty_blocks, 3).of_memory, 0.0) << "0 of 0 byte-events";
  EXPECT_DOUBLE_EQ(MeanLiveBytes({}, 0), 0.0);
}

TEST(Ex0_3, TheMeanFollowsFromTheLives) {
  const Events events = Tiny().Allocate(1, 100).Allocate(2, 60).Free(1).Free(2).events();
  EXPECT_DOUBLE_EQ(
      MeanLiveBytes(std::vector<Lifetime>{{100, 2, true, false}, {60, 2, true, false}}, 4), 80.0)
      << "after the four events 100, 160, 60 and 0 bytes are live; their mean is 80"
      << Draw(events);
}

TEST(Ex0_3, TheMeanIsThatOfAllMoments) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Events events = RandomEvents(seed, 1 + seed % 14);
    std::uint64_t live = 0;
    std::uint64_t sum = 0;
    for (const trace::Event& event : events) {
      live += event.kind == trace::Kind::kAllocate ? event.bytes : std::uint64_t{0} - event.bytes;
      sum += live;
    }
    const double expected = static_cast<double>(sum) / static_cast<double>(events.size());
    const std::vector<Lifetime> lives = Lifetimes(events);
    ASSERT_NEAR(MeanLiveBytes(lives, events.size()), expected, 1e-6)
        << "random trace, seed " << seed << ". The lives: " << InWords(lives) << Draw(events);
  }
}

TEST(Ex0_3, TheRecordedBlocksLiveLikeThis) {
  for (const char* name : testing::kRecorded) {
    const trace::Trace& trace = testing::Recorded(name);
    const trace::Analysis expected = trace::Analyze(trace);
    const std::vector<Lifetime> lives = Lifetimes(trace.events);
    ASSERT_EQ(lives.size(), expected.allocations) << name << ": one life for each allocation";
    std::uint64_t freed = 0;
    for (const Lifetime& life : lives) freed += life.freed ? 1 : 0;
    EXPECT_EQ(freed, expected.frees) << name << ": lives that ended";
    std::uint64_t remote = 0;
    for (const trace::ThreadUse& thread : expected.threads) remote += thread.frees_of_others;
    EXPECT_NEAR(RemoteShare(lives) * static_cast<double>(freed), static_cast<double>(remote), 1e-6)
        << name << ": frees on another thread";
  }
}

TEST(Ex0_3, MostRecordedBlocksDieYoungAndHoldLittle) {
  for (const char* name : testing::kRecorded) {
    const YoungShares young = ShareOfYoung(Lifetimes(testing::Recorded(name).events), 16);
    EXPECT_GT(young.of_blocks, 0.7) << name << ": blocks that were freed within 16 events";
    EXPECT_LT(young.of_memory, 0.2) << name << ": the memory that these hold";
  }
}

}  // namespace
}  // namespace workbook
