#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "quarantine.h"
#include "test_heap.h"

namespace {

using workbook::BlockRecord;
using workbook::DebugOptions;
using workbook::Finding;
using workbook::FindingKind;
using workbook::Quarantine;
using workbook::TotalBytes;
using workbook::testing::TestHeap;

// A block whose payload is half of its memory.
BlockRecord Record(std::size_t total_bytes) {
  BlockRecord record;
  record.bounds.total_bytes = total_bytes;
  record.bounds.payload_bytes = total_bytes / 2;
  return record;
}

// "400 B, 100 B": what is held, the block that came first in front.
std::string Held(const Quarantine& quarantine) {
  std::string text;
  int shown = 0;
  for (const BlockRecord* record = quarantine.blocks().oldest(); record != nullptr;
       record = record->newer) {
    if (++shown > 8) return text + " ...";
    text += (text.empty() ? "" : ", ") + std::to_string(record->bounds.total_bytes) + " B";
  }
  return text.empty() ? "no block" : text;
}

// Why a wrong count is no small matter: for failure messages.
std::string Sum(const Quarantine& quarantine) {
  return "the blocks in it, the oldest first, have " + Held(quarantine) +
         " of memory, guards included, and held_bytes() must be their sum. Counted too low, the "
         "quarantine outgrows its limit; too high, it lets blocks go that it has room for";
}

TEST(Ex4_5, HoldsWhatWasPutIntoIt) {
  Quarantine quarantine(1000);
  BlockRecord record = Record(300);
  quarantine.Put(record);
  EXPECT_EQ(quarantine.blocks().count(), 1U) << "a block that was put in is not in blocks_";
  EXPECT_EQ(quarantine.held_bytes(), 300U)
      << "a block of 300 bytes, 150 of them payload, was put in: " << Sum(quarantine);
  EXPECT_EQ(quarantine.TakeExcess(), nullptr) << "300 bytes of 1000 are no excess";
}

TEST(Ex4_5, LetsTheOldestGoFirst) {
  Quarantine quarantine(1000);
  BlockRecord records[] = {Record(400), Record(100), Record(500), Record(200)};
  for (BlockRecord& record : records) quarantine.Put(record);
  EXPECT_EQ(quarantine.held_bytes(), 1200U) << "four blocks were put in: " << Sum(quarantine);
  EXPECT_EQ(quarantine.TakeExcess(), &records[0])
      << "1200 bytes of 1000 are held, so one must go, the first of 400, 100, 500 and 200 bytes: "
      << "first in, first out. The block that came last has been watched the shortest";
  EXPECT_EQ(quarantine.held_bytes(), 800U)
      << "the block of 400 bytes has left and is held no more: " << Sum(quarantine);
  EXPECT_EQ(quarantine.TakeExcess(), nullptr) << "800 bytes of 1000 are no excess";
}

TEST(Ex4_5, IsFullAtItsLimitAndNotBefore) {
  Quarantine quarantine(1000);
  BlockRecord records[] = {Record(600), Record(400), Record(1)};
  quarantine.Put(records[0]);
  quarantine.Put(records[1]);
  EXPECT_EQ(quarantine.TakeExcess(), nullptr) << "exactly the limit is allowed";
  quarantine.Put(records[2]);
  EXPECT_EQ(quarantine.TakeExcess(), &records[0]) << "one byte above the limit";
}

TEST(Ex4_5, IsEmptiedInOrder) {
  Quarantine quarantine(1000);
  BlockRecord records[] = {Record(1), Record(2), Record(3)};
  for (BlockRecord& record : records) quarantine.Put(record);
  for (BlockRecord& record : records) EXPECT_EQ(quarantine.TakeAny(), &record);
  EXPECT_EQ(quarantine.TakeAny(), nullptr);
  EXPECT_EQ(quarantine.held_bytes(), 0U) << "all three blocks have left: " << Sum(quarantine);
}

TEST(Ex4_5, AgreesWithAPlainQueueThroughARandomChurn) {
  std::mt19937 random(45);
  Quarantine quarantine(5000);
  std::deque<BlockRecord*> shadow;
  std::deque<BlockRecord> records;
  for (int step = 0; step < 3000; ++step) {
    quarantine.Put(records.emplace_back(Record(1 + random() % 900)));
    shadow.push_back(&records.back());
    while (BlockRecord* const taken = quarantine.TakeExcess()) {
      ASSERT_EQ(taken, shadow.front()) << "step " << step;
      shadow.pop_front();
    }
    std::size_t bytes = 0;
    for (const BlockRecord* record : shadow) bytes += record->bounds.total_bytes;
    ASSERT_EQ(quarantine.held_bytes(), bytes)
        << "step " << step << " of a random churn: " << Sum(quarantine);
    ASSERT_LE(bytes, 5000U) << "step " << step;
    ASSERT_EQ(quarantine.blocks().count(), shadow.size()) << "step " << step;
  }
}

TEST(Ex4_5_Heap, KeepsAFreedBlockFromItsNextUser) {
  TestHeap heap({.quarantine_bytes = 10'000});
  std::set<void*> freed;
  for (int i = 0; i < 10; ++i) {
    unsigned char* const payload = heap.Allocate(100);
    EXPECT_TRUE(freed.insert(payload).second) << "an address came back at once";
    TestHeap::Free(payload);
  }
  EXPECT_EQ(heap.upstream().deallocations(), 0);
  EXPECT_EQ(heap->FlushQuarantine(), 10U);
  EXPECT_EQ(heap.upstream().live(), 0);
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports();
}

TEST(Ex4_5_Heap, FindsAWriteAfterTheFreeWhenTheBlockLeaves) {
  TestHeap heap({.quarantine_bytes = 10'000});
  unsigned char* const stale = heap.Allocate(100);
  TestHeap::Free(stale);
  std::memset(stale + 20, 5, 4);
  EXPECT_EQ(heap->FlushQuarantine(), 1U);
  ASSERT_EQ(heap.Findings().size(), 1U);
  const Finding finding = heap.Findings()[0];
  EXPECT_EQ(finding.kind, FindingKind::kWrittenAfterFree);
  EXPECT_EQ(finding.damage.offset, 20);
  EXPECT_EQ(finding.damage.bytes, 4U);
  EXPECT_EQ(finding.block.freed_by, workbook::ThisThread());
  EXPECT_EQ(heap.upstream().live(), 0);
}

TEST(Ex4_5_Heap, FindsAWriteAfterTheFreeOnRequestAndReportsItOnce) {
  TestHeap heap({.quarantine_bytes = 10'000});
  unsigned char* const stale = heap.Allocate(100);
  TestHeap::Free(stale);
  EXPECT_EQ(heap->Check(), 0U);
  stale[99] = 5;
  EXPECT_EQ(heap->Check(), 1U) << "a check on request did not see the write into a freed block: "
                                  "does 4.3's line in CollectDamage ask LookAt()?";
  EXPECT_EQ(heap->Check(), 0U) << "the same damage was reported again";
  heap->FlushQuarantine();
  EXPECT_EQ(heap.Findings().size(), 1U) << heap.Reports();
}

TEST(Ex4_5_Heap, FindsAnOverrunThroughAStalePointer) {
  TestHeap heap({.quarantine_bytes = 10'000});
  unsigned char* const stale = heap.Allocate(100);
  TestHeap::Free(stale);
  stale[100] = 5;
  heap->FlushQuarantine();
  ASSERT_EQ(heap.Findings().size(), 1U);
  EXPECT_EQ(heap.Findings()[0].kind, FindingKind::kTailGuardOverwritten);
}

TEST(Ex4_5_Heap, ADoubleFreeOfAKeptBlockIsReportedWithBothFrees) {
  TestHeap heap({.quarantine_bytes = 10'000, .stack_frames = 8});
  unsigned char* const payload = heap.Allocate(100);
  TestHeap::Free(payload);
  TestHeap::Free(payload);
  ASSERT_EQ(heap.Findings().size(), 1U);
  EXPECT_EQ(heap.Findings()[0].kind, FindingKind::kFreedTwice);
  EXPECT_GT(heap.Findings()[0].block.freed_at.depth, 0U) << "where was it freed first?";
  EXPECT_EQ(heap->FlushQuarantine(), 1U);
  EXPECT_EQ(heap.upstream().deallocations(), 1);
}

TEST(Ex4_5_Heap, HoldsNoMoreThanItsLimit) {
  static constexpr std::size_t kLimit = 20'000;
  TestHeap heap({.quarantine_bytes = kLimit});
  std::mt19937 random(4);
  std::size_t largest = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t bytes = 1 + random() % 3000;
    largest = std::max(largest, TotalBytes(bytes, 64));
    TestHeap::Free(heap.Allocate(bytes));
    ASSERT_LE(heap.upstream().live_bytes(), kLimit) << "after free " << i;
  }
  EXPECT_LE(heap.upstream().most_live_bytes(), kLimit + 2 * largest);
  EXPECT_GT(heap.upstream().live_bytes(), kLimit / 2) << "hardly anything is kept";
}

TEST(Ex4_5_Heap, ABlockLargerThanTheQuarantineGoesStraightBack) {
  TestHeap heap({.quarantine_bytes = 1000});
  unsigned char* const small = heap.Allocate(100);
  TestHeap::Free(small);
  TestHeap::Free(heap.Allocate(5000));
  EXPECT_EQ(heap.upstream().live(), 1) << "the small one is kept, the large one is not";
}

TEST(Ex4_5_Heap, ThreadsFreeIntoOneQuarantine) {
  TestHeap heap({.quarantine_bytes = 50'000});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&heap] {
      for (std::size_t i = 0; i < 1000; ++i) TestHeap::Free(heap.Allocate(1 + i % 2000));
    });
  }
  for (std::thread& thread : threads) thread.join();
  heap->FlushQuarantine();
  EXPECT_EQ(heap.upstream().allocations(), 4000);
  EXPECT_EQ(heap.upstream().live(), 0);
  EXPECT_EQ(heap.Findings().size(), 0U) << heap.Reports();
}

}  // namespace
