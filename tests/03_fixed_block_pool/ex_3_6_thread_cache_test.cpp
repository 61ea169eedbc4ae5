#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "fixed_block_pool.h"
#include "in_words.h"
#include "pattern.h"
#include "shadow_heap.h"
#include "thread_cache.h"

namespace {

using workbook::FixedBlockPool;
using workbook::FreeError;
using workbook::PoolFailure;
using workbook::PoolStatistics;

void Free(void* block) {
  const FreeError error = FixedBlockPool::Free(block);
  EXPECT_EQ(error, FreeError::kNone) << "Free(" << block << ")";
}

// 4 KiB blocks: a batch is 32 blocks, a cache holds 64.
constexpr std::size_t kBlockBytes = 4096;
constexpr std::size_t kBatch = 32;

std::vector<void*> AllocateMany(FixedBlockPool& pool, std::size_t count) {
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < count; ++i) blocks.push_back(pool.Allocate());
  return blocks;
}

// Threads that stay until the test has looked: what happens when they end is the next exercise.
class Crew {
 public:
  ~Crew() {
    leave_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  void Start(std::function<void()> body) {
    threads_.emplace_back([this, body = std::move(body)] {
      body();
      ++done_;
      while (!leave_) std::this_thread::yield();
    });
  }

  void WaitUntilDone() const {
    while (done_ < threads_.size()) std::this_thread::yield();
  }

 private:
  std::atomic<bool> leave_ = false;
  std::atomic<std::size_t> done_ = 0;
  std::vector<std::thread> threads_;
};

TEST(Ex3_6, ReturnsTheSameBlockAfterAFree) {
  FixedBlockPool pool(kBlockBytes);
  void* const block = pool.Allocate();
  ASSERT_NE(block, nullptr);
  Free(block);
  EXPECT_EQ(pool.Allocate(), block);
  Free(block);
}

TEST(Ex3_6, TheFirstBlockBringsABatch) {
  FixedBlockPool pool(kBlockBytes);
  void* const block = pool.Allocate();
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.live_count, 1U);
  EXPECT_EQ(now.cached_count, kBatch - 1) << "a refill takes " << kBatch << " blocks of 4 KiB";
  EXPECT_EQ(now.free_count + now.cached_count + now.live_count, now.capacity);
  Free(block);
  EXPECT_EQ(pool.Statistics().cached_count, kBatch);
}

TEST(Ex3_6, GoesToThePoolOnceABatch) {
  FixedBlockPool pool(kBlockBytes);
  std::vector<void*> blocks;
  std::size_t refills = 0;
  std::size_t free_before = 0;
  for (std::size_t i = 0; i < 4 * kBatch; ++i) {
    blocks.push_back(pool.Allocate());
    const std::size_t free_now = pool.Statistics().free_count;
    refills += free_now != free_before ? 1 : 0;
    free_before = free_now;
  }
  EXPECT_EQ(refills, 4U) << 4 * kBatch << " allocations in batches of " << kBatch;
  for (void* const block : blocks) Free(block);
}

TEST(Ex3_6, ACacheHoldsNoMoreThanItsLimit) {
  FixedBlockPool pool(kBlockBytes);
  ASSERT_EQ(pool.cache_limit(), 2 * kBatch);
  const std::vector<void*> blocks = AllocateMany(pool, 10 * kBatch);
  for (void* const block : blocks) {
    Free(block);
    ASSERT_LE(pool.Statistics().cached_count, 2 * kBatch) << "the cache has no end";
  }
  EXPECT_EQ(pool.Statistics().live_count, 0U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_6, AFullCacheKeepsABatch) {
  // Emptied wholly, the next allocation would have to go to the pool again at once.
  FixedBlockPool pool(kBlockBytes);
  const std::vector<void*> blocks = AllocateMany(pool, 2 * kBatch + 1);
  for (void* const block : blocks) Free(block);
  // 2 * kBatch + 1 taken in 3 refills, so kBatch - 1 were left over: the limit was passed once.
  EXPECT_EQ(pool.Statistics().cached_count, 2 * kBatch)
      << "a flush gives one batch back and keeps the other";
}

TEST(Ex3_6, AtTheEdgeOfTheLimitCallsStayInTheCache) {
  FixedBlockPool pool(kBlockBytes);
  const std::vector<void*> blocks = AllocateMany(pool, 4 * kBatch);
  for (void* const block : blocks) Free(block);
  std::set<std::size_t> free_counts;
  for (int i = 0; i < 200; ++i) {
    void* const block = pool.Allocate();
    Free(block);
    free_counts.insert(pool.Statistics().free_count);
  }
  EXPECT_LE(free_counts.size(), 2U) << "one block to and fro takes the pool's lock every time";
}

TEST(Ex3_6, OpensNoSlabForBlocksThatNobodyAskedFor) {
  FixedBlockPool pool(8192);  // 16 in a batch, 511 in a slab: the last refill finds 15
  const std::vector<void*> blocks = AllocateMany(pool, 511);
  EXPECT_EQ(pool.Statistics().reserved_bytes, workbook::kSlabBytes)
      << "511 blocks fit in one slab; the refill opened a second one to fill its batch";
  for (void* const block : blocks) Free(block);
}

TEST(Ex3_6, AnExhaustedPoolSaysWhy) {
  FixedBlockPool pool(std::size_t{1} << 20, {.max_slabs = 1});
  const std::vector<void*> blocks = AllocateMany(pool, 3);
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), nullptr), 0);
  PoolFailure why = PoolFailure::kNone;
  EXPECT_EQ(pool.Allocate(&why), nullptr);
  EXPECT_EQ(why, PoolFailure::kCapReached);
  EXPECT_EQ(pool.Statistics().allocations, 3U) << "a failed allocation was counted";
  for (void* const block : blocks) Free(block);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_6, ThePeakCountsWhatTheSlabsHandedOut) {
  FixedBlockPool pool(kBlockBytes);
  Free(pool.Allocate());
  EXPECT_EQ(pool.Statistics().peak_count, kBatch) << "one block to the user, the rest to the cache";
  const std::vector<void*> blocks = AllocateMany(pool, 100);
  const std::size_t peak = pool.Statistics().peak_count;
  EXPECT_GE(peak, 100U) << "below the peak of live blocks";
  EXPECT_LE(peak, 100U + pool.cache_limit()) << "above the bound";
  for (void* const block : blocks) Free(block);
}

TEST(Ex3_6, LiveIsExactWithSeveralThreads) {
  FixedBlockPool pool(kBlockBytes);
  std::vector<std::vector<void*>> kept(4);
  Crew crew;
  for (std::size_t t = 0; t < kept.size(); ++t) {
    crew.Start([&pool, &mine = kept[t], t] {
      for (int round = 0; round < 200; ++round) {
        for (void* const block : AllocateMany(pool, 40 + t)) Free(block);
      }
      mine = AllocateMany(pool, 10 * (t + 1));
    });
  }
  crew.WaitUntilDone();
  EXPECT_EQ(pool.Statistics().live_count, 10U + 20U + 30U + 40U);
  EXPECT_EQ(pool.CheckInvariants(), "");
  for (const std::vector<void*>& blocks : kept) {
    for (void* const block : blocks) Free(block);
  }
  EXPECT_EQ(pool.Statistics().live_count, 0U);
}

TEST(Ex3_6, ABlockFreedElsewhereServesThatThread) {
  FixedBlockPool pool(kBlockBytes);
  void* const block = pool.Allocate();
  Crew crew;
  crew.Start([&pool, block] {
    Free(block);
    void* const again = pool.Allocate();
    EXPECT_EQ(again, block) << "a remote free goes to the freeing thread's cache";
    Free(again);
  });
  crew.WaitUntilDone();
  EXPECT_EQ(pool.Statistics().live_count, 0U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_6, AProducerAndAConsumerNeedNoMoreThanABoundedStock) {
  // All blocks are taken by one thread and freed by another: they must flow back.
  FixedBlockPool pool(kBlockBytes);
  std::vector<void*> blocks;
  std::atomic<int> turn = 0;
  const auto wait_for = [&turn](int wanted) {
    while (turn != wanted) std::this_thread::yield();
  };
  Crew crew;
  crew.Start([&] {
    for (int round = 0; round < 50; ++round) {
      wait_for(2 * round + 1);
      for (void* const block : blocks) Free(block);
      ++turn;
    }
  });
  for (int round = 0; round < 50; ++round) {
    blocks = AllocateMany(pool, 100);
    ++turn;
    wait_for(2 * round + 2);
  }
  EXPECT_EQ(pool.Statistics().live_count, 0U);
  EXPECT_EQ(pool.Statistics().reserved_bytes, workbook::kSlabBytes)
      << "100 blocks at a time need one slab; the freed ones never flow back";
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_6, ThreadsNeverShareABlock) {
  FixedBlockPool pool(64);
  Crew crew;
  for (std::size_t t = 0; t < 4; ++t) {
    crew.Start([&pool, t] {
      std::vector<void*> mine;
      for (std::size_t i = 0; i < 30'000; ++i) {
        void* const block = pool.Allocate();
        workbook::test_support::FillPattern(block, 64, t);
        mine.push_back(block);
        if (mine.size() < 200) continue;
        for (void* const old : mine) {
          const std::size_t bad = workbook::test_support::FirstMismatch(old, 64, t);
          EXPECT_EQ(bad, 64U) << "thread " << t << "'s block at " << old
                              << " holds somebody else's byte at +" << bad
                              << ": two threads had it at once";
          Free(old);
        }
        mine.clear();
      }
      for (void* const block : mine) Free(block);
    });
  }
  crew.WaitUntilDone();
  EXPECT_EQ(pool.Statistics().live_count, 0U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_6, TheCachesOfTwoPoolsAreTwo) {
  FixedBlockPool small(64);
  FixedBlockPool large(8192);
  for (int i = 0; i < 300; ++i) {
    void* const from_small = small.Allocate();
    void* const from_large = large.Allocate();
    ASSERT_TRUE(small.Owns(from_small));
    ASSERT_TRUE(large.Owns(from_large));
    Free(from_large);
    Free(from_small);
  }
  EXPECT_EQ(small.CheckInvariants() + large.CheckInvariants(), "");
}

TEST(Ex3_6, AgreesWithAShadowHeap) {
  FixedBlockPool pool(256);
  EXPECT_EQ(
      workbook::test_support::RunShadowHeap(
          {.seed = 36, .most_bytes = 256, .alignment = 64},
          [&](std::size_t) { return pool.Allocate(); },
          [&](void* block, std::size_t) { Free(block); }, [&] { return pool.CheckInvariants(); }),
      "");
}

}  // namespace
