#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "draw.h"
#include "fixed_block_pool.h"
#include "in_words.h"
#include "pattern.h"
#include "shadow_heap.h"
#include "thread_cache.h"

namespace {

using workbook::Caching;
using workbook::FixedBlockPool;
using workbook::FreeChecks;
using workbook::FreeError;
using workbook::kSlabBytes;
using workbook::PoolFailure;
using workbook::PoolOptions;
using workbook::PoolStatistics;

constexpr PoolOptions kNoCaches{.max_slabs = 64, .caching = Caching::kOff};

void Free(void* block) {
  const FreeError error = FixedBlockPool::Free(block);
  EXPECT_EQ(error, FreeError::kNone) << "Free(" << block << ")";
}

TEST(Ex3_5, RoundsTheBlockUpTo64) {
  EXPECT_EQ(FixedBlockPool(1, kNoCaches).block_bytes(), 64U);
  EXPECT_EQ(FixedBlockPool(65, kNoCaches).block_bytes(), 128U);
  EXPECT_THROW(FixedBlockPool(0, kNoCaches), std::invalid_argument);
  EXPECT_THROW(FixedBlockPool(workbook::kMaxBlockBytes + 1, kNoCaches), std::invalid_argument);
}

TEST(Ex3_5, HandsOutABlockAndTakesItBack) {
  FixedBlockPool pool(4096, kNoCaches);
  void* const block = pool.Allocate();
  ASSERT_NE(block, nullptr);
  EXPECT_TRUE(pool.Owns(block));
  workbook::test_support::FillPattern(block, 4096, 1);
  Free(block);
  EXPECT_EQ(pool.Allocate(), block) << "the block that came back last goes out first";
  Free(block);
}

TEST(Ex3_5, CountsLiveBlocks) {
  FixedBlockPool pool(4096, kNoCaches);
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < 100; ++i) blocks.push_back(pool.Allocate());
  EXPECT_EQ(pool.Statistics().live_count, 100U);
  EXPECT_EQ(pool.Statistics().allocations, 100U);
  for (std::size_t i = 0; i < 60; ++i) Free(blocks[i]);
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.live_count, 40U);
  EXPECT_EQ(now.frees, 60U);
  EXPECT_EQ(now.allocations, 100U);
  EXPECT_EQ(pool.CheckInvariants(), "");
  for (std::size_t i = 60; i < 100; ++i) Free(blocks[i]);
  EXPECT_EQ(pool.Statistics().live_count, 0U);
}

TEST(Ex3_5, ThePeakStaysWhereItWas) {
  FixedBlockPool pool(4096, kNoCaches);
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < 50; ++i) blocks.push_back(pool.Allocate());
  EXPECT_EQ(pool.Statistics().peak_count, 50U);
  for (void* const block : blocks) Free(block);
  EXPECT_EQ(pool.Statistics().peak_count, 50U) << "the peak fell when blocks were freed";
  Free(pool.Allocate());
  EXPECT_EQ(pool.Statistics().peak_count, 50U);
}

TEST(Ex3_5, FreeAndLiveMakeUpTheCapacity) {
  FixedBlockPool pool(std::size_t{1} << 20, kNoCaches);
  void* const first = pool.Allocate();
  void* const second = pool.Allocate();
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.capacity, 3U) << "one slab of three";
  EXPECT_EQ(now.free_count, 1U);
  EXPECT_EQ(now.cached_count, 0U);
  EXPECT_EQ(now.live_count, 2U);
  EXPECT_EQ(now.reserved_bytes, kSlabBytes);
  EXPECT_EQ(now.block_bytes, std::size_t{1} << 20);
  Free(first);
  Free(second);
}

TEST(Ex3_5, ARefusedAllocationIsNotCounted) {
  FixedBlockPool pool(std::size_t{1} << 20, {.max_slabs = 1, .caching = Caching::kOff});
  std::vector<void*> blocks;
  for (int i = 0; i < 3; ++i) blocks.push_back(pool.Allocate());
  PoolFailure why = PoolFailure::kNone;
  EXPECT_EQ(pool.Allocate(&why), nullptr);
  EXPECT_EQ(why, PoolFailure::kCapReached);
  EXPECT_EQ(pool.Statistics().allocations, 3U) << "an allocation that failed was counted";
  EXPECT_EQ(pool.AvailableCount(), 0U);
  EXPECT_EQ(pool.CheckInvariants(), "");
  for (void* const block : blocks) Free(block);
  EXPECT_EQ(pool.AvailableCount(), 3U);
}

TEST(Ex3_5, ThreadsNeverShareABlock) {
  FixedBlockPool pool(64, kNoCaches);
  constexpr std::size_t kThreads = 4;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&pool, t] {
      std::vector<void*> mine;
      for (std::size_t i = 0; i < 20'000; ++i) {
        void* const block = pool.Allocate();
        workbook::test_support::FillPattern(block, 64, t);
        mine.push_back(block);
        if (mine.size() < 16) continue;
        const std::size_t bad = workbook::test_support::FirstMismatch(mine[0], 64, t);
        EXPECT_EQ(bad, 64U) << "thread " << t << "'s block at " << mine[0]
                            << " holds somebody else's byte at +" << bad
                            << ": two threads had it at once";
        Free(mine[0]);
        mine.erase(mine.begin());
      }
      for (void* const block : mine) Free(block);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.CheckInvariants(), "");
  EXPECT_EQ(pool.Statistics().live_count, 0U);
  EXPECT_EQ(pool.Statistics().allocations, kThreads * 20'000);
}

TEST(Ex3_5, AnotherThreadMayFree) {
  FixedBlockPool pool(4096, kNoCaches);
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < 200; ++i) blocks.push_back(pool.Allocate());
  std::thread([&blocks] {
    for (void* const block : blocks) Free(block);
  }).join();
  EXPECT_EQ(pool.Statistics().live_count, 0U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_5, StatisticsMayBeAskedForAtAnyTime) {
  FixedBlockPool pool(64, kNoCaches);
  std::thread user([&pool] {
    for (int i = 0; i < 20'000; ++i) Free(pool.Allocate());
  });
  for (int i = 0; i < 200; ++i) EXPECT_LE(pool.Statistics().live_count, 1U);
  user.join();
}

// The next exercise fills caches; here one is made by hand.
TEST(Ex3_5, WhatCachesHoldIsNotLive) {
  workbook::PoolCore& core = *workbook::PoolCore::Open(4096, kNoCaches);
  workbook::ThreadCache cache(core);
  const auto link = [&core](workbook::ThreadCache* first) {
    const std::lock_guard lock(core.mutex());
    core.caches() = first;
  };
  link(&cache);
  void* const live = core.AllocateShared(nullptr);
  for (int i = 0; i < 2; ++i) cache.blocks.Push(core.AllocateShared(nullptr));
  cache.allocations = 5;
  cache.frees = 4;  // on purpose not what the blocks say: live_count must not come from here
  const PoolStatistics now = core.Statistics();
  EXPECT_EQ(now.cached_count, 2U);
  EXPECT_EQ(now.live_count, 1U) << "3 blocks left the slabs, but 2 of them are cached, not live";
  EXPECT_FALSE(now.live_count == now.allocations - now.frees)
      << "live_count is allocations less frees: then no check can find that the two disagree";
  EXPECT_EQ(now.allocations, 8U) << "3 counted by the core, 5 by the cache";
  EXPECT_EQ(now.frees, 4U);
  link(nullptr);
  while (void* const block = cache.blocks.Pop()) core.FreeShared(block);
  core.FreeShared(live);
  core.Close();
}

TEST(Ex3_5, EachPoolGetsItsOwnBlocksBack) {
  FixedBlockPool small(64, kNoCaches);
  FixedBlockPool large(8192, kNoCaches);
  void* const from_small = small.Allocate();
  void* const from_large = large.Allocate();
  EXPECT_TRUE(small.Owns(from_small));
  EXPECT_FALSE(small.Owns(from_large));
  EXPECT_FALSE(large.Owns(from_small));
  Free(from_small);
  EXPECT_EQ(small.Statistics().live_count, 0U);
  EXPECT_EQ(large.Statistics().live_count, 1U);
  Free(from_large);
}

TEST(Ex3_5, BadFreesAreRefusedAndChangeNothing) {
  FixedBlockPool pool(4096,
                      {.max_slabs = 1, .caching = Caching::kOff, .free_checks = FreeChecks::kOn});
  auto* const block = static_cast<char*>(pool.Allocate());
  int foreign = 0;
  EXPECT_EQ(FixedBlockPool::Free(&foreign), FreeError::kForeign);
  EXPECT_EQ(FixedBlockPool::Free(nullptr), FreeError::kForeign);
  EXPECT_EQ(FixedBlockPool::Free(block + 64), FreeError::kMisaligned);
  EXPECT_EQ(pool.Statistics().live_count, 1U);
  EXPECT_EQ(FixedBlockPool::Free(block), FreeError::kNone);
  EXPECT_EQ(FixedBlockPool::Free(block), FreeError::kNotOut) << "freed twice";
  EXPECT_EQ(pool.Statistics().frees, 1U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_5, AgreesWithAShadowHeap) {
  FixedBlockPool pool(256, {.max_slabs = 1, .caching = Caching::kOff});
  EXPECT_EQ(
      workbook::test_support::RunShadowHeap(
          {.seed = 35, .most_bytes = 256, .alignment = 64},
          [&](std::size_t) { return pool.Allocate(); },
          [&](void* block, std::size_t) { Free(block); }, [&] { return pool.CheckInvariants(); }),
      "");
}

}  // namespace
