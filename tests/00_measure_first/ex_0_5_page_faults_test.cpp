#include <gtest/gtest.h>

#include <map>

#include "page_faults.h"
#include "recorded.h"
#include "tiny_trace.h"

namespace workbook {
namespace {

using testing::Draw;
using testing::Events;
using testing::RandomEvents;
using testing::Tiny;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kPagesOfMiB = kMiB / kPageBytes;

constexpr std::uint64_t kNever = std::uint64_t{1} << 60;

MallocRules Fixed(std::uint64_t mmap_threshold, std::uint64_t trim_threshold = kNever) {
  return {mmap_threshold, trim_threshold, false, 32 * kMiB};
}

std::string InWords(const MallocRules& rules) {
  return "mmap threshold " + std::to_string(rules.mmap_threshold) + ", trim threshold " +
         std::to_string(rules.trim_threshold) +
         (rules.adapts ? ", adapting up to " + std::to_string(rules.most_threshold) : ", fixed");
}

::testing::AssertionResult Faults(std::uint64_t expected, const Events& events,
                                  const MallocRules& rules) {
  const std::uint64_t yours = PredictFaults(events, rules);
  if (yours == expected) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "the run faults " << expected << " times, not " << yours
                                       << " (" << InWords(rules) << ")" << Draw(events);
}

// The same block, allocated and freed again and again.
Events Repeated(std::uint64_t bytes, std::uint64_t times) {
  Tiny tiny;
  for (std::uint64_t id = 1; id <= times; ++id) tiny.Allocate(id, bytes).Free(id);
  return tiny.events();
}

TEST(Ex0_5, AStartedPageIsAWholeOne) {
  EXPECT_EQ(PagesOf(4096), 1U);
  EXPECT_EQ(PagesOf(4097), 2U);
  EXPECT_EQ(PagesOf(1), 1U);
  EXPECT_EQ(PagesOf(0), 0U);
  EXPECT_EQ(PagesOf(std::uint64_t{1} << 40), std::uint64_t{1} << 28) << "1 TiB";
}

TEST(Ex0_5, TheHeapFaultsWhereItGrows) {
  Heap heap;
  EXPECT_EQ(GrowHeap(heap, 4096), 1U) << "the first page";
  EXPECT_EQ(GrowHeap(heap, 100), 1U) << "100 bytes more begin a second one";
  EXPECT_EQ(GrowHeap(heap, 100), 0U) << "and these lie in it too";
  EXPECT_EQ(heap.live, 4296U);
  EXPECT_EQ(heap.held, 4296U);
}

TEST(Ex0_5, WhatIsHeldIsUsedAgain) {
  Heap heap{100, 10'000};
  EXPECT_EQ(GrowHeap(heap, 9'000), 0U) << "10,000 bytes are held, 9,100 of them live now";
  EXPECT_EQ(heap.held, 10'000U);
  EXPECT_EQ(GrowHeap(heap, 4'000), 1U) << "13,100 are live: four pages, three were held";
  EXPECT_EQ(heap.held, 13'100U);
}

TEST(Ex0_5, TheHeapGivesBackWhatIsMoreThanTheTrimThreshold) {
  Heap heap{10'000, 10'000};
  ShrinkHeap(heap, 3'000, 3'000);
  EXPECT_EQ(heap.held, 10'000U) << "3,000 bytes are free: not more than the threshold";
  ShrinkHeap(heap, 1, 3'000);
  EXPECT_EQ(heap.live, 6'999U);
  EXPECT_EQ(heap.held, 6'999U) << "3,001 are free: all of them go, and nothing that is live";
}

TEST(Ex0_5, AMappedBlockFaultsAnewEachTime) {
  EXPECT_TRUE(Faults(10 * kPagesOfMiB, Repeated(kMiB, 10), Fixed(128 * kKiB)))
      << "ten times 1 MiB, each time 256 fresh pages";
}

TEST(Ex0_5, TheHeapFaultsOnce) {
  EXPECT_TRUE(Faults(16, Repeated(64 * kKiB, 10), Fixed(128 * kKiB)))
      << "the same 16 pages serve all ten blocks";
  EXPECT_TRUE(Faults(1, Tiny().Allocate(1, 100).Allocate(2, 100).events(), Fixed(128 * kKiB)))
      << "two small blocks share a page";
}

TEST(Ex0_5, OnlyMoreThanTheThresholdIsMapped) {
  EXPECT_TRUE(Faults(kPagesOfMiB, Repeated(kMiB, 4), Fixed(kMiB))) << "exactly the threshold";
  EXPECT_TRUE(Faults(4 * kPagesOfMiB, Repeated(kMiB, 4), Fixed(kMiB - 1)));
}

TEST(Ex0_5, TheHeapsPagesAreThoseOfItsPeak) {
  EXPECT_TRUE(Faults(
      8,
      Tiny().Allocate(1, 16 * kKiB).Allocate(2, 16 * kKiB).Free(1).Allocate(3, 16 * kKiB).events(),
      Fixed(128 * kKiB)))
      << "three blocks of 4 pages, but never more than two at once";
}

TEST(Ex0_5, ATrimmedHeapFaultsAgain) {
  EXPECT_TRUE(Faults(3 * 128, Repeated(512 * kKiB, 3), Fixed(kMiB, 128 * kKiB)))
      << "not mapped, and all the same: each free gives 512 KiB back";
}

TEST(Ex0_5, MappedBlocksAreNoPartOfTheHeap) {
  EXPECT_TRUE(Faults(kPagesOfMiB + 1, Tiny().Allocate(1, kMiB).Allocate(2, 4096).events(),
                     Fixed(128 * kKiB)));
  EXPECT_TRUE(Faults(kPagesOfMiB + 2,
                     Tiny().Allocate(1, kMiB).Allocate(2, 4096).Free(1).Allocate(3, 4096).events(),
                     Fixed(128 * kKiB)))
      << "the free of the mapped block makes no room in the heap";
}

TEST(Ex0_5, TheFreeOfAMappedBlockRaisesTheThreshold) {
  EXPECT_TRUE(Faults(2 * kPagesOfMiB, Repeated(kMiB, 10), {}))
      << "the first block is mapped; its free raises the threshold to 1 MiB, and the other nine "
         "share 256 pages of the heap";
}

TEST(Ex0_5, TheTrimThresholdGrowsToTwiceAsMuch) {
  Tiny tiny;
  tiny.Allocate(1, kMiB).Free(1);
  tiny.Allocate(2, kMiB).Allocate(3, kMiB).Free(2).Free(3).Allocate(4, kMiB);
  EXPECT_TRUE(Faults(3 * kPagesOfMiB, tiny.events(), {}))
      << "block 1 is mapped; blocks 2 and 3 make the heap 2 MiB large, and it keeps them";
}

TEST(Ex0_5, TheThresholdNeverFalls) {
  Tiny tiny;
  tiny.Allocate(1, 2 * kMiB).Allocate(2, kMiB).Free(1).Free(2);
  tiny.Allocate(3, 2 * kMiB).Free(3).Allocate(4, 2 * kMiB);
  EXPECT_TRUE(Faults(3 * kPagesOfMiB + 2 * kPagesOfMiB, tiny.events(), {}))
      << "block 2 was mapped too, and is smaller than the threshold by now";
}

TEST(Ex0_5, WhatWasMappedIsUnmapped) {
  // When block 2 is freed the threshold is 2 MiB already, but the block never was in the heap.
  Tiny tiny;
  tiny.Allocate(1, 2 * kMiB).Allocate(2, kMiB).Free(1).Allocate(3, kMiB).Free(2).Allocate(4, kMiB);
  EXPECT_TRUE(Faults(3 * kPagesOfMiB + 2 * kPagesOfMiB, tiny.events(), {}))
      << "blocks 1 and 2 are mapped, 3 and 4 live in the heap together";
}

TEST(Ex0_5, AboveTheMostTheThresholdStays) {
  EXPECT_TRUE(Faults(2 * 32 * kPagesOfMiB, Repeated(32 * kMiB, 5), {}))
      << "32 MiB is the most, and still taken as a threshold";
  EXPECT_TRUE(Faults(5 * 33 * kPagesOfMiB, Repeated(33 * kMiB, 5), {}))
      << "33 MiB is more: mapped each time, whatever happened before";
}

TEST(Ex0_5, ABlockOfTheHeapRaisesNothing) {
  Tiny tiny;
  tiny.Allocate(1, 100 * kKiB).Free(1).Allocate(2, 200 * kKiB).Free(2);
  tiny.Allocate(3, 150 * kKiB).Free(3).Allocate(4, 201 * kKiB).Free(4);
  EXPECT_TRUE(Faults(50 + 51 + 38, tiny.events(), {}))
      << "200 and 201 KiB are mapped (50 and 51 pages); 150 KiB lie in the heap";
}

TEST(Ex0_5, NothingAskedNothingFaulted) {
  EXPECT_TRUE(Faults(0, {}, {}));
  EXPECT_TRUE(Faults(0, Repeated(0, 3), {})) << "blocks of zero bytes have no page";
}

// The model of the header, told differently: page by page, and the heap added up block by block.
std::uint64_t ByDefinition(const Events& events, const MallocRules& rules) {
  std::uint64_t threshold = rules.mmap_threshold;
  std::uint64_t trim = rules.trim_threshold;
  std::map<std::uint64_t, bool> mapped;
  std::map<std::uint64_t, std::uint64_t> heap;
  std::uint64_t faults = 0;
  std::uint64_t held = 0;
  for (const trace::Event& event : events) {
    if (event.kind == trace::Kind::kAllocate) {
      mapped[event.id] = event.bytes > threshold;
      if (!mapped[event.id]) heap[event.id] = event.bytes;
      for (std::uint64_t at = 0; mapped[event.id] && at < event.bytes; at += kPageBytes) ++faults;
    } else {
      const bool in_heap = heap.erase(event.id) != 0;
      const bool raises = mapped[event.id] && rules.adapts && event.bytes > threshold &&
                          event.bytes <= rules.most_threshold;
      if (raises) threshold = event.bytes;
      if (raises) trim = event.bytes + event.bytes;
      std::uint64_t live = 0;
      for (const auto& [id, bytes] : heap) live += bytes;
      if (in_heap && held > live + trim) held = live;
    }
    std::uint64_t live = 0;
    for (const auto& [id, bytes] : heap) live += bytes;
    if (live <= held) continue;
    for (std::uint64_t at = 0; at < live; at += kPageBytes) faults += at >= held ? 1 : 0;
    held = live;
  }
  return faults;
}

TEST(Ex0_5, AgreesWithTheModelToldDifferently) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    Events events = RandomEvents(seed, seed % 15);
    for (trace::Event& event : events) event.bytes *= 90;  // up to 81,000 bytes
    const MallocRules rules{20'000 + 9'000 * (seed % 4), 15'000 * (seed % 5), seed % 3 != 0,
                            60'000};
    ASSERT_TRUE(Faults(ByDefinition(events, rules), events, rules))
        << "random trace, seed " << seed;
  }
}

TEST(Ex0_5, TheRecordedRunsHadFaultsOfTheModelsOrder) {
  for (const char* name : testing::kRecorded) {
    const trace::Trace& trace = testing::Recorded(name);
    const std::uint64_t predicted = PredictFaults(trace.events, {});
    ASSERT_EQ(predicted, ByDefinition(trace.events, {})) << name;
    EXPECT_LT(predicted, 5 * trace.summary.minor_faults) << name << ": the run's own count";
    EXPECT_GT(5 * predicted, trace.summary.minor_faults) << name << ": the run's own count";
  }
}

TEST(Ex0_5, ThePeaksPagesAreUnavoidable) {
  EXPECT_EQ(AvoidableFaults(1000, 100 * 4096), 900U) << "100 pages must be touched once";
  EXPECT_EQ(AvoidableFaults(1000, 100 * 4096 + 1), 899U);
  EXPECT_EQ(AvoidableFaults(1000, 0), 1000U);
}

TEST(Ex0_5, HugePagesCanFaultLessThanThePeakHasPages) {
  EXPECT_EQ(AvoidableFaults(3, 100 * 4096), 0U)
      << "3 faults for 100 pages (with huge pages one fault brings 512): nothing to spare, and "
         "certainly not 2^64 - 97";
}

}  // namespace
}  // namespace workbook
