#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "heap_statistics.h"
#include "test_heap.h"

namespace {

using workbook::AsMemoryStats;
using workbook::BlockBounds;
using workbook::HeapStatistics;
using workbook::Stat;
using workbook::TotalBytes;
using workbook::testing::TestHeap;

std::string InWords(const Stat& stat) {
  return std::to_string(stat.current) + " now, " + std::to_string(stat.peak) + " at most, " +
         std::to_string(stat.allocated) + " came, " + std::to_string(stat.freed) + " went";
}

TEST(Ex4_8, CountsWhatCame) {
  Stat stat;
  stat.Increase(30);
  stat.Increase(12);
  EXPECT_EQ(InWords(stat), "42 now, 42 at most, 42 came, 0 went");
}

TEST(Ex4_8, CountsWhatWentAndKeepsThePeak) {
  Stat stat;
  stat.Increase(30);
  stat.Decrease(20);
  stat.Increase(5);
  EXPECT_EQ(InWords(stat), "15 now, 30 at most, 35 came, 20 went");
  stat.Increase(16);
  EXPECT_EQ(InWords(stat), "31 now, 31 at most, 51 came, 20 went");
}

BlockBounds Block() {
  static unsigned char memory[400];
  return {memory, 400, memory + 100, 200};
}

TEST(Ex4_8, ABlockInUseIsAllocatedActiveAndReserved) {
  HeapStatistics now;
  now.OnAllocate(Block());
  EXPECT_EQ(InWords(now.allocation), "1 now, 1 at most, 1 came, 0 went");
  EXPECT_EQ(InWords(now.allocated_bytes), "200 now, 200 at most, 200 came, 0 went");
  EXPECT_EQ(InWords(now.active), "1 now, 1 at most, 1 came, 0 went");
  EXPECT_EQ(InWords(now.active_bytes), "200 now, 200 at most, 200 came, 0 went");
  EXPECT_EQ(InWords(now.reserved_bytes), "400 now, 400 at most, 400 came, 0 went");
}

TEST(Ex4_8, AFreedBlockIsActiveUntilItsMemoryGoes) {
  HeapStatistics now;
  now.OnAllocate(Block());
  now.OnFree(Block());
  EXPECT_EQ(InWords(now.allocation), "0 now, 1 at most, 1 came, 1 went");
  EXPECT_EQ(InWords(now.allocated_bytes), "0 now, 200 at most, 200 came, 200 went");
  EXPECT_EQ(now.active.current, 1U) << "it is in quarantine: nobody can have its memory yet";
  EXPECT_EQ(now.active_bytes.current, 200U);
  EXPECT_EQ(now.reserved_bytes.current, 400U) << "its memory has not gone back yet";
  now.OnRelease(Block());
  EXPECT_EQ(InWords(now.active), "0 now, 1 at most, 1 came, 1 went");
  EXPECT_EQ(InWords(now.active_bytes), "0 now, 200 at most, 200 came, 200 went");
  EXPECT_EQ(InWords(now.reserved_bytes), "0 now, 400 at most, 400 came, 400 went");
  EXPECT_EQ(InWords(now.allocation), "0 now, 1 at most, 1 came, 1 went") << "it was freed once";
}

TEST(Ex4_8, NewPeaksBeginAtWhatIsThereNow) {
  HeapStatistics now;
  now.OnAllocate(Block());
  now.OnAllocate(Block());
  now.OnFree(Block());
  now.ResetPeaks();
  EXPECT_EQ(InWords(now.allocation), "1 now, 1 at most, 2 came, 1 went");
  EXPECT_EQ(InWords(now.allocated_bytes), "200 now, 200 at most, 400 came, 200 went");
  EXPECT_EQ(InWords(now.active), "2 now, 2 at most, 2 came, 0 went");
  EXPECT_EQ(InWords(now.reserved_bytes), "800 now, 800 at most, 800 came, 0 went");
  now.OnRelease(Block());
  now.ResetPeaks();
  EXPECT_EQ(now.active.peak, 1U);
  EXPECT_EQ(now.active_bytes.peak, 200U);
  EXPECT_EQ(now.reserved_bytes.peak, 400U);
}

TEST(Ex4_8, HasTheKeysOfTorchCudaMemoryStats) {
  HeapStatistics now;
  now.OnAllocate(Block());
  std::map<std::string, std::uint64_t> stats;
  for (const auto& [key, value] : AsMemoryStats(now)) stats[key] = value;
  EXPECT_EQ(stats.size(), 21U) << "five measures with four numbers each, and num_ooms";
  EXPECT_EQ(stats.at("allocation.all.current"), 1U);
  EXPECT_EQ(stats.at("allocated_bytes.all.peak"), 200U);
  EXPECT_EQ(stats.at("active.all.allocated"), 1U);
  EXPECT_EQ(stats.at("active_bytes.all.freed"), 0U);
  EXPECT_EQ(stats.at("reserved_bytes.all.current"), 400U);
}

void ExpectOrdered(const HeapStatistics& now) {
  for (const Stat* stat : {&now.allocation, &now.allocated_bytes, &now.active, &now.active_bytes,
                           &now.reserved_bytes}) {
    ASSERT_EQ(stat->current, stat->allocated - stat->freed) << InWords(*stat);
    ASSERT_LE(stat->current, stat->peak) << InWords(*stat);
    ASSERT_LE(stat->peak, stat->allocated) << InWords(*stat);
  }
  ASSERT_LE(now.allocated_bytes.current, now.active_bytes.current);
  ASSERT_LE(now.active_bytes.current, now.reserved_bytes.current);
}

TEST(Ex4_8_Heap, AgreesWithAShadowHeapThroughARandomChurn) {
  TestHeap heap({.quarantine_bytes = 30'000});
  std::mt19937 random(48);
  std::vector<std::pair<unsigned char*, std::size_t>> live;
  std::size_t live_bytes = 0;
  std::size_t peak = 0;
  for (int step = 0; step < 4000; ++step) {
    if (!live.empty() && random() % 2 == 0) {
      std::swap(live[random() % live.size()], live.back());
      live_bytes -= live.back().second;
      TestHeap::Free(live.back().first);
      live.pop_back();
    } else {
      const std::size_t bytes = 1 + random() % 2000;
      live.emplace_back(heap.Allocate(bytes), bytes);
      live_bytes += bytes;
      peak = std::max(peak, live_bytes);
    }
    const HeapStatistics now = heap->Statistics();
    ASSERT_EQ(now.allocation.current, live.size()) << "step " << step;
    ASSERT_EQ(now.allocated_bytes.current, live_bytes) << "step " << step;
    ASSERT_EQ(now.allocated_bytes.peak, peak) << "step " << step;
    ASSERT_EQ(now.reserved_bytes.current, heap.upstream().live_bytes()) << "step " << step;
    ASSERT_EQ(now.active.current, static_cast<std::uint64_t>(heap.upstream().live()));
    ASSERT_NO_FATAL_FAILURE(ExpectOrdered(now)) << "step " << step;
  }
  for (const auto& [payload, bytes] : live) TestHeap::Free(payload);
}

TEST(Ex4_8_Heap, CountsRefusalsAndFindings) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(100);
  payload[100] = 0;
  TestHeap::Free(payload);
  heap.upstream().Refuse();
  EXPECT_EQ(heap.Allocate(100), nullptr);
  EXPECT_EQ(heap.Allocate(std::size_t{0} - 1), nullptr);
  heap.upstream().Throw();
  EXPECT_THROW(heap.Allocate(100), std::runtime_error);
  const HeapStatistics now = heap->Statistics();
  EXPECT_EQ(now.num_findings, 1U);
  EXPECT_EQ(now.num_ooms, 3U);
  EXPECT_EQ(now.allocation.allocated, 1U) << "a refused request was counted as a block";
  EXPECT_EQ(now.reserved_bytes.current, 0U);
}

TEST(Ex4_8_Heap, CountsAllThreads) {
  TestHeap heap;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&heap] {
      for (int i = 0; i < 500; ++i) TestHeap::Free(heap.Allocate(64));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(heap->Statistics().allocation.allocated, 2000U);
  EXPECT_EQ(heap->Statistics().allocation.freed, 2000U);
  EXPECT_EQ(heap->Statistics().reserved_bytes.freed, 2000 * TotalBytes(64, 64));
}

TEST(Ex4_8_Heap, TheSummaryHasTheDefaultsShareBesideIt) {
  TestHeap heap;
  unsigned char* const payload = heap.Allocate(1000);
  const HeapStatistics now = heap->Statistics();
  const std::string table = MemorySummary(now, now.reserved_bytes.current + 5000);
  EXPECT_NE(table.find("| Allocated memory      |   1000 B   |"), std::string::npos) << table;
  EXPECT_NE(table.find("| Else in malloc's heap |   5000 B   |"), std::string::npos) << table;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their malloc does not count
  EXPECT_GT(workbook::MallocBytes(), 1000U);
#endif
  TestHeap::Free(payload);
}

}  // namespace
