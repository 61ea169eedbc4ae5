#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <string>
#include <vector>

#include "leaks.h"
#include "test_heap.h"

namespace {

using workbook::BlockRecord;
using workbook::CollectLeaks;
using workbook::DebugHeap;
using workbook::kFromTheBeginning;
using workbook::kUntilNow;
using workbook::LeakReport;
using workbook::RecordList;
using workbook::SameOrigin;
using workbook::testing::TestHeap;

// Stands for a heap and for a place in the program; never followed.
DebugHeap* HeapNumber(std::uintptr_t number) {
  return reinterpret_cast<DebugHeap*>(number);  // NOLINT(performance-no-int-to-ptr)
}
void* Place(std::uintptr_t number) {
  return reinterpret_cast<void*>(0x4000 + number);  // NOLINT(performance-no-int-to-ptr)
}

BlockRecord Record(std::uint64_t serial, std::size_t bytes, std::vector<void*> stack = {}) {
  BlockRecord record;
  record.serial = serial;
  record.heap = HeapNumber(1);
  record.bounds.payload_bytes = bytes;
  record.allocated_at.depth = stack.size();
  std::copy(stack.begin(), stack.end(), record.allocated_at.frames.begin());
  return record;
}

TEST(Ex4_6, BlocksOfOneSizeAndOneStackAreOneLeak) {
  EXPECT_TRUE(SameOrigin(Record(1, 40, {Place(1), Place(2)}), Record(2, 40, {Place(1), Place(2)})));
  EXPECT_FALSE(SameOrigin(Record(1, 40, {Place(1)}), Record(2, 44, {Place(1)}))) << "another size";
  EXPECT_FALSE(SameOrigin(Record(1, 40, {Place(1)}), Record(2, 40, {Place(3)}))) << "another place";
  EXPECT_FALSE(SameOrigin(Record(1, 40, {Place(1), Place(2)}), Record(2, 40, {Place(1), Place(5)})))
      << "the same function, called from two places";
  EXPECT_FALSE(SameOrigin(Record(1, 40, {Place(1)}), Record(2, 40, {Place(1), Place(2)})));
  EXPECT_TRUE(SameOrigin(Record(1, 40), Record(2, 40))) << "without stacks the size alone counts";
}

struct Ex4_6_Collect : testing::Test {
  RecordList live;
  std::deque<BlockRecord> records;

  BlockRecord& Add(const BlockRecord& record) {
    live.Add(records.emplace_back(record));
    return records.back();
  }

  LeakReport Collect(std::uint64_t after = kFromTheBeginning, std::uint64_t until = kUntilNow) {
    return CollectLeaks(live, HeapNumber(1), after, until);
  }
};

TEST_F(Ex4_6_Collect, SumsUpWhatIsLive) {
  EXPECT_EQ(Collect().blocks, 0U);
  Add(Record(1, 40));
  Add(Record(2, 60));
  EXPECT_EQ(Collect().blocks, 2U);
  EXPECT_EQ(Collect().payload_bytes, 100U);
}

TEST_F(Ex4_6_Collect, TakesWhatCameAfterOneMarkAndNotAfterAnother) {
  for (std::uint64_t serial = 1; serial <= 6; ++serial) Add(Record(serial, serial));
  EXPECT_EQ(Collect(2, 5).payload_bytes, 3U + 4 + 5)
      << "a mark is the serial number given last: after mark 2 come 3, 4 and, until mark 5, 5";
  EXPECT_EQ(Collect(0, 1).payload_bytes, 1U);
  EXPECT_EQ(Collect(6, kUntilNow).blocks, 0U);
}

TEST_F(Ex4_6_Collect, SkipsOtherHeaps) {
  Add(Record(1, 40));
  Add(Record(2, 50)).heap = HeapNumber(2);
  Add(Record(3, 60));
  EXPECT_EQ(Collect().payload_bytes, 100U) << "the block of another heap was counted, or what came "
                                              "behind it was not";
}

TEST_F(Ex4_6_Collect, GroupsByOrigin) {
  Add(Record(1, 40, {Place(1)}));
  Add(Record(2, 40, {Place(2)}));
  Add(Record(3, 40, {Place(1)}));
  const LeakReport report = Collect();
  ASSERT_EQ(report.groups.size(), 2U);
  EXPECT_EQ(report.groups[0].blocks, 2U);
  EXPECT_EQ(report.groups[0].payload_bytes, 80U);
  EXPECT_EQ(report.groups[0].first.serial, 1U);
  EXPECT_EQ(report.groups[1].first.serial, 2U);
}

// "70 B from #2, 60 B from #3": the groups as they are reported, each by its first block.
std::string InOrder(const LeakReport& report) {
  std::string text;
  for (const auto& group : report.groups)
    text += (text.empty() ? "" : ", ") + std::to_string(group.payload_bytes) + " B from #" +
            std::to_string(group.first.serial);
  return text;
}

TEST_F(Ex4_6_Collect, PutsTheMostBytesFirst) {
  Add(Record(1, 10));
  Add(Record(2, 70));
  Add(Record(3, 30));
  Add(Record(4, 30));
  Add(Record(5, 60));
  EXPECT_EQ(InOrder(Collect()), "70 B from #2, 60 B from #3, 60 B from #5, 10 B from #1")
      << "five live blocks in four groups; #3 and #4, 30 bytes each, are one. A report begins with "
      << "the group that holds most bytes in all: who reads it looks at its first lines. Of groups "
      << "with equal bytes the one that began first comes first";
}

TEST_F(Ex4_6_Collect, KeepsTheOrderOfManyEqualGroups) {
  for (std::uint64_t serial = 1; serial <= 50; ++serial) Add(Record(serial, 8, {Place(serial)}));
  std::uint64_t last = 0;
  for (const auto& group : Collect().groups) {
    ASSERT_EQ(group.first.serial, last + 1)
        << "50 groups hold 8 bytes each, the first block of group n is #n, and behind #" << last
        << " comes #" << group.first.serial << ". Equal groups keep the order of their first "
        << "blocks, or two reports of one leak differ by chance. Does your sort promise to keep "
        << "the order of equals? std::sort does not";
    last = group.first.serial;
  }
}

// The usual hunt: one mark, one round of the program, another mark.
TEST(Ex4_6_Heap, NamesWhatARoundOfTheProgramLeftBehind) {
  TestHeap heap;
  unsigned char* const before = heap.Allocate(111);
  const std::uint64_t begin = DebugHeap::Mark();
  unsigned char* const freed = heap.Allocate(222);
  unsigned char* const leaked = heap.Allocate(333);
  TestHeap::Free(freed);
  const std::uint64_t end = DebugHeap::Mark();
  unsigned char* const after = heap.Allocate(444);
  const LeakReport report = heap->Leaks(begin, end);
  EXPECT_EQ(report.payload_bytes, 333U) << Describe(report);
  EXPECT_EQ(heap->Leaks().payload_bytes, 111U + 333 + 444);
  for (unsigned char* const payload : {before, leaked, after}) TestHeap::Free(payload);
  EXPECT_EQ(heap->Leaks().blocks, 0U);
}

TEST(Ex4_6_Heap, ABlockInQuarantineIsNoLeak) {
  TestHeap heap({.quarantine_bytes = 10'000});
  TestHeap::Free(heap.Allocate(100));
  EXPECT_EQ(heap->Leaks().blocks, 0U);
}

TEST(Ex4_6_Heap, TheReportNamesSizeCountAndFirstBlock) {
  TestHeap heap;
  std::vector<unsigned char*> payloads;
  for (int i = 0; i < 3; ++i) payloads.push_back(heap.Allocate(4096));
  const LeakReport report = heap->Leaks();
  ASSERT_EQ(report.groups.size(), 1U);
  const std::string text = Describe(report);
  EXPECT_NE(text.find("12288 bytes live in 3 blocks\n  3 blocks of 4096 bytes, the first is #" +
                      std::to_string(report.groups[0].first.serial)),
            std::string::npos)
      << text;
  for (unsigned char* const payload : payloads) TestHeap::Free(payload);
}

TEST(Ex4_6_Death, NothingIsSaidAtTheEndOfAProcess) {
  EXPECT_EXIT(
      {
        auto& heap = *new TestHeap;
        static_cast<void>(heap.Allocate(100));
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$")
      << "a tensor in a static variable is no leak: the report is made on request";
}

}  // namespace
