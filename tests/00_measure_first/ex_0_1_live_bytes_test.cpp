#include <gtest/gtest.h>

#include <map>

#include "live_bytes.h"
#include "recorded.h"
#include "tiny_trace.h"
#include "trace/analysis.h"

namespace workbook {
namespace {

using testing::Draw;
using testing::Events;
using testing::RandomEvents;
using testing::Tiny;

// Whether FindPeak answers so; else both answers and the trace, drawn.
::testing::AssertionResult PeakIs(std::uint64_t bytes, std::size_t after, const Events& events) {
  const Peak peak = FindPeak(events);
  if (peak.bytes == bytes && peak.events == after) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "the peak is " << bytes << " bytes, first reached after event " << after
         << "; yours is " << peak.bytes << " bytes after event " << peak.events << Draw(events);
}

std::string InWords(const std::vector<Holder>& holders) {
  std::string words;
  for (const Holder& holder : holders) {
    words += (words.empty() ? "" : "; ") + std::string("tag ") + std::to_string(holder.tag) + ": " +
             std::to_string(holder.bytes) + " B in " + std::to_string(holder.blocks);
  }
  return words.empty() ? "nobody" : words;
}

::testing::AssertionResult HeldBy(const std::string& expected, const Events& events) {
  return testing::SaysOf(events, "live at the end", expected, InWords(HoldersAfter(events)));
}

TEST(Ex0_1, LiveBlocksAddUp) {
  const Events two = Tiny().Allocate(1, 100).Allocate(2, 50).events();
  EXPECT_TRUE(PeakIs(150, 2, two));
}

TEST(Ex0_1, AFreedBlockCountsNoMore) {
  EXPECT_TRUE(PeakIs(100, 1, Tiny().Allocate(1, 100).Free(1).Allocate(2, 60).events()))
      << "the two blocks were never live together";
  EXPECT_TRUE(
      PeakIs(160, 4, Tiny().Allocate(1, 100).Allocate(2, 50).Free(2).Allocate(3, 60).events()));
}

TEST(Ex0_1, ThePeakStaysWhenTheMemoryIsGone) {
  EXPECT_TRUE(PeakIs(150, 2, Tiny().Allocate(1, 100).Allocate(2, 50).Free(1).Free(2).events()));
}

TEST(Ex0_1, TheFirstOfTwoEqualPeaksCounts) {
  EXPECT_TRUE(PeakIs(100, 1, Tiny().Allocate(1, 100).Free(1).Allocate(2, 100).events()));
  EXPECT_TRUE(PeakIs(100, 1, Tiny().Allocate(1, 100).Allocate(2, 0).events()))
      << "a block of zero bytes makes no new peak";
}

TEST(Ex0_1, WhereNothingIsLiveThePeakIsZeroAfterNoEvent) {
  EXPECT_TRUE(PeakIs(0, 0, {}));
  EXPECT_TRUE(PeakIs(0, 0, Tiny().Allocate(1, 0).Free(1).events()));
}

TEST(Ex0_1, CountsBeyondFourGibibytes) {
  constexpr std::uint64_t kThreeGiB = std::uint64_t{3} << 30;
  EXPECT_TRUE(
      PeakIs(2 * kThreeGiB, 2, Tiny().Allocate(1, kThreeGiB).Allocate(2, kThreeGiB).events()))
      << "a count of 32 bits ends at 4294967295";
}

TEST(Ex0_1, AgreesWithAddingUpAtEveryMoment) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Events events = RandomEvents(seed, seed % 13);
    std::uint64_t most = 0;
    std::size_t after = 0;
    for (std::size_t moment = 1; moment <= events.size(); ++moment) {
      std::map<std::uint64_t, std::uint64_t> live;
      for (std::size_t i = 0; i < moment; ++i) {
        if (events[i].kind == trace::Kind::kAllocate) live[events[i].id] = events[i].bytes;
        if (events[i].kind == trace::Kind::kFree) live.erase(events[i].id);
      }
      std::uint64_t sum = 0;
      for (const auto& [id, bytes] : live) sum += bytes;
      if (sum > most) after = moment;
      most = std::max(most, sum);
    }
    ASSERT_TRUE(PeakIs(most, after, events)) << "random trace, seed " << seed;
  }
}

TEST(Ex0_1, NamesWhoHoldsTheLiveBytes) {
  EXPECT_TRUE(HeldBy("tag 2: 300 B in 1; tag 1: 150 B in 2",
                     Tiny().Allocate(1, 100, 1).Allocate(2, 300, 2).Allocate(3, 50, 1).events()));
}

TEST(Ex0_1, TheFreedBlockIsTakenFromItsOwner) {
  EXPECT_TRUE(HeldBy(
      "tag 1: 100 B in 1",
      Tiny().Allocate(1, 100, 1).Allocate(2, 300, 2).Allocate(3, 50, 1).Free(2).Free(3).events()))
      << "a free carries the tag of its allocation";
  EXPECT_TRUE(HeldBy("nobody", Tiny().Allocate(1, 100, 1).Free(1).events()));
}

TEST(Ex0_1, TheLargestHolderComesFirstAndEqualOnesByTag) {
  EXPECT_TRUE(
      HeldBy("tag 1: 200 B in 1; tag 0: 100 B in 1; tag 3: 100 B in 2", Tiny()
                                                                            .Allocate(1, 60, 3)
                                                                            .Allocate(2, 100, 0)
                                                                            .Allocate(3, 40, 3)
                                                                            .Allocate(4, 200, 1)
                                                                            .events()));
}

TEST(Ex0_1, ABlockOfZeroBytesIsABlock) {
  EXPECT_TRUE(HeldBy("tag 1: 100 B in 1; tag 2: 0 B in 1",
                     Tiny().Allocate(1, 0, 2).Allocate(2, 100, 1).events()));
}

TEST(Ex0_1, TheHoldersOfThePeakHoldAllOfIt) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const Events events = RandomEvents(seed, 14);
    const Peak peak = FindPeak(events);
    ASSERT_LE(peak.events, events.size());
    const Events until(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(peak.events));
    std::uint64_t held = 0;
    for (const Holder& holder : HoldersAfter(until)) held += holder.bytes;
    ASSERT_EQ(held, peak.bytes) << "random trace, seed " << seed
                                << ": what the holders hold is not the peak" << Draw(until);
  }
}

TEST(Ex0_1, TheRecordedTracesHaveTheirPeaks) {
  for (const char* name : testing::kRecorded) {
    const trace::Trace& trace = testing::Recorded(name);
    const trace::Analysis expected = trace::Analyze(trace);
    const Peak peak = FindPeak(trace.events);
    ASSERT_EQ(peak.bytes, expected.peak_bytes) << name << ", " << trace.events.size() << " events";
    ASSERT_EQ(peak.events, expected.peak_event) << name << ": the moment of its peak";
    const std::vector<Holder> holders = HoldersAfter(std::span(trace.events).first(peak.events));
    ASSERT_FALSE(holders.empty()) << name;
    EXPECT_EQ(trace.tags[holders.front().tag], expected.tags.front().name)
        << name << ": who holds most of the peak";
    EXPECT_EQ(holders.front().bytes, expected.tags.front().bytes_at_peak) << name;
  }
}

}  // namespace
}  // namespace workbook
