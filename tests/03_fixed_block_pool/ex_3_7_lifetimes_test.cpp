#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "child.h"
#include "fixed_block_pool.h"
#include "in_words.h"
#include "slab_region.h"
#include "thread_cache.h"

namespace {

using workbook::FixedBlockPool;
using workbook::FreeError;
using workbook::PoolStatistics;
using workbook::test_support::StatusOfChild;

constexpr std::size_t kBlockBytes = 4096;

void Free(void* block) {
  const FreeError error = FixedBlockPool::Free(block);
  EXPECT_EQ(error, FreeError::kNone) << "Free(" << block << ")";
}

std::vector<void*> AllocateMany(FixedBlockPool& pool, std::size_t count) {
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < count; ++i) blocks.push_back(pool.Allocate());
  return blocks;
}

bool BelongsToAPool(const void* address) {
  return FindSlab(workbook::slab_region::Committed(), address) != nullptr;
}

TEST(Ex3_7, AThreadThatEndsGivesItsBlocksBack) {
  FixedBlockPool pool(kBlockBytes);
  std::thread([&pool] {
    for (void* const block : AllocateMany(pool, 50)) Free(block);
    EXPECT_GT(pool.Statistics().cached_count, 0U);
  }).join();
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.cached_count, 0U) << "blocks stay in the cache of a thread that is gone";
  EXPECT_EQ(now.free_count, now.capacity)
      << now.capacity - now.free_count << " blocks are not in the pool, and nobody holds one: "
      << "the ended thread's cache took them along";
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_7, ManyThreadsInARowNeedOneSlab) {
  FixedBlockPool pool(kBlockBytes);
  for (int i = 0; i < 200; ++i) {
    std::thread([&pool] { Free(pool.Allocate()); }).join();
  }
  ASSERT_NE(pool.Statistics().reserved_bytes, 0U)
      << "an open pool lost its slabs: ReleaseIfDead() must look at closed()";
  EXPECT_EQ(pool.Statistics().reserved_bytes, workbook::kSlabBytes)
      << "each thread took its cache's blocks to the grave";
}

TEST(Ex3_7, TheCountsOfAThreadOutliveIt) {
  FixedBlockPool pool(kBlockBytes);
  std::vector<void*> kept;
  std::thread([&pool, &kept] {
    kept = AllocateMany(pool, 70);
    for (int i = 0; i < 20; ++i) {
      Free(kept.back());
      kept.pop_back();
    }
  }).join();
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.allocations, 70U);
  EXPECT_EQ(now.frees, 20U);
  EXPECT_EQ(now.live_count, 50U);
  EXPECT_EQ(pool.CheckInvariants(), "");
  for (void* const block : kept) Free(block);
}

TEST(Ex3_7, AnEndedThreadLeavesTheOtherCachesAlone) {
  FixedBlockPool pool(kBlockBytes);
  Free(pool.Allocate());
  const std::size_t mine = pool.Statistics().cached_count;
  std::thread([&pool] { Free(pool.Allocate()); }).join();
  EXPECT_EQ(pool.Statistics().cached_count, mine);
  std::thread([&pool] { Free(pool.Allocate()); }).join();
  EXPECT_EQ(pool.Statistics().cached_count, mine);
  Free(pool.Allocate());
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_7, TheThreadThatCameFirstMayGoFirst) {
  FixedBlockPool pool(kBlockBytes);
  std::atomic<int> turn = 0;
  const auto wait_for = [&turn](int wanted) {
    while (turn < wanted) std::this_thread::yield();
  };
  std::thread first([&] {
    Free(pool.Allocate());
    turn = 1;
    wait_for(2);
  });
  wait_for(1);
  std::thread second([&] {
    Free(pool.Allocate());
    turn = 2;
    wait_for(3);
    Free(pool.Allocate());
  });
  first.join();
  EXPECT_EQ(pool.Statistics().cached_count, 32U) << "the second thread's batch of 32";
  turn = 3;
  second.join();
  EXPECT_EQ(pool.Statistics().cached_count, 0U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

// After the orderly ends: eight threads end in whatever order the machine gives them.
TEST(Ex3_7, ThreadsThatEndTogetherLoseNothing) {
  FixedBlockPool pool(kBlockBytes);
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&pool] {
      for (void* const block : AllocateMany(pool, 100)) Free(block);
    });
  }
  threads[3].join();  // out of the middle of the list of caches
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (t != 3) threads[t].join();
  }
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.free_count, now.capacity);
  EXPECT_EQ(now.allocations, 800U);
  EXPECT_EQ(pool.CheckInvariants(), "");
}

// Thread-local objects are destroyed in the reverse order of their construction: this one, made
// before the thread's cache, is destroyed after it.
struct FreesAtTheVeryEnd {
  void* block = nullptr;
  ~FreesAtTheVeryEnd() {
    if (block != nullptr) Free(block);
  }
};
thread_local FreesAtTheVeryEnd frees_at_the_very_end;

TEST(Ex3_7, AThreadMayFreeAfterItsCacheIsGone) {
  FixedBlockPool pool(kBlockBytes);
  std::thread([&pool] {
    frees_at_the_very_end.block = nullptr;  // constructs it
    frees_at_the_very_end.block = pool.Allocate();
  }).join();
  const PoolStatistics now = pool.Statistics();
  EXPECT_EQ(now.live_count, 0U);
  EXPECT_EQ(now.cached_count, 0U) << "the late free made a second cache that nobody empties";
  EXPECT_EQ(pool.CheckInvariants(), "");
}

TEST(Ex3_7, APoolWithoutLiveBlocksGivesItsSlabsBackAtOnce) {
  auto pool = std::make_unique<FixedBlockPool>(kBlockBytes);
  void* const block = pool->Allocate();
  Free(block);  // in this thread's cache, which must not keep the pool
  pool.reset();
  EXPECT_FALSE(BelongsToAPool(block)) << "cached blocks are nobody's; the slab should be gone";
}

TEST(Ex3_7, BlocksOutliveTheirPool) {
  auto pool = std::make_unique<FixedBlockPool>(kBlockBytes);
  const std::vector<void*> blocks = AllocateMany(*pool, 3);
  pool.reset();
  for (void* const block : blocks) {
    ASSERT_TRUE(BelongsToAPool(block)) << "the slab went away under a living block";
    *static_cast<int*>(block) = 42;
  }
  FixedBlockPool other(kBlockBytes);
  void* const unrelated = other.Allocate();
  for (void* const block : blocks) EXPECT_NE(block, unrelated) << "a living block was handed out";
  Free(blocks[0]);
  Free(blocks[1]);
  EXPECT_TRUE(BelongsToAPool(blocks[2])) << "one block is still in use";
  EXPECT_EQ(*static_cast<int*>(blocks[2]), 42);
  Free(blocks[2]);
  EXPECT_FALSE(BelongsToAPool(blocks[2])) << "the last block is back: the slab should be gone";
  Free(unrelated);
}

TEST(Ex3_7, AnotherThreadMayFreeTheLastBlockOfADeadPool) {
  auto pool = std::make_unique<FixedBlockPool>(kBlockBytes);
  void* const block = pool->Allocate();
  pool.reset();
  std::thread([block] { Free(block); }).join();
  EXPECT_FALSE(BelongsToAPool(block));
}

TEST(Ex3_7, PoolsComeAndGoWithoutEnd) {
  for (std::size_t i = 0; i < 10 * workbook::kMaxPools; ++i) {
    FixedBlockPool pool(64 * (1 + i % 50));
    void* const block = pool.Allocate();
    ASSERT_NE(block, nullptr) << "pool " << i;
    ASSERT_TRUE(pool.Owns(block));
    Free(block);
    ASSERT_EQ(pool.CheckInvariants(), "") << "pool " << i;
  }
}

TEST(Ex3_7, AThreadOutlivesItsPools) {
  // The thread's slot for a pool holds a pointer to a cache that went with the pool.
  std::atomic<int> turn = 0;
  const auto wait_for = [&turn](int wanted) {
    while (turn < wanted) std::this_thread::yield();
  };
  auto first = std::make_unique<FixedBlockPool>(kBlockBytes);
  std::optional<FixedBlockPool> second;
  std::thread user([&] {
    Free(first->Allocate());
    turn = 1;
    wait_for(2);
    Free(second->Allocate());
    EXPECT_EQ(second->CheckInvariants(), "");
  });
  wait_for(1);
  first.reset();
  second.emplace(kBlockBytes);
  turn = 2;
  user.join();
  EXPECT_EQ(second->Statistics().live_count, 0U);
  EXPECT_EQ(second->Statistics().cached_count, 0U);
}

TEST(Ex3_7, ThePoolMayDieWhileOthersFree) {
  for (int round = 0; round < 300; ++round) {
    auto pool = std::make_unique<FixedBlockPool>(kBlockBytes);
    const std::vector<void*> blocks = AllocateMany(*pool, 70);
    std::atomic<bool> go = false;
    std::thread other([&] {
      while (!go) std::this_thread::yield();
      for (void* const block : blocks) Free(block);
    });
    go = true;
    pool.reset();
    other.join();
    ASSERT_FALSE(BelongsToAPool(blocks[0])) << "round " << round << ": nobody released the slab";
  }
}

// What a forked child may expect: no lock held by a thread that it doesn't have, and true numbers.
bool WorksInTheChild(FixedBlockPool& pool, std::size_t live) {
  for (void* const block : AllocateMany(pool, 300)) {
    if (block == nullptr || FixedBlockPool::Free(block) != FreeError::kNone) return false;
  }
  FixedBlockPool another(128);
  if (FixedBlockPool::Free(another.Allocate()) != FreeError::kNone) return false;
  return pool.Statistics().live_count == live && another.CheckInvariants().empty();
}

TEST(Ex3_7, AForkedChildGetsTheCachesOfThreadsThatItDoesNotHave) {
  FixedBlockPool pool(kBlockBytes);
  void* const mine = pool.Allocate();
  std::atomic<int> turn = 0;
  std::thread other([&] {
    for (void* const block : AllocateMany(pool, 40)) Free(block);
    turn = 1;
    while (turn < 2) std::this_thread::yield();
  });
  while (turn < 1) std::this_thread::yield();
  const std::size_t cached_by_both = pool.Statistics().cached_count;
  const int status = StatusOfChild([&] {
    const PoolStatistics now = pool.Statistics();
    const bool adopted = now.cached_count == 31 && now.cached_count < cached_by_both;
    return adopted && now.live_count == 1 && pool.CheckInvariants().empty() &&
           WorksInTheChild(pool, 1);
  });
  turn = 2;
  other.join();
  EXPECT_EQ(status, 0) << "the child should keep its own thread's 31 cached blocks and find the "
                          "other thread's in the pool";
  Free(mine);
  EXPECT_EQ(pool.CheckInvariants(), "") << "in the parent";
}

// The same without a fork: the other threads' caches are made by hand.
TEST(Ex3_7, EachCacheButTheOwnOneIsAdopted) {
  workbook::PoolCore* const opened = workbook::PoolCore::Open(kBlockBytes, {});
  ASSERT_NE(opened, nullptr) << "no pool of the tests before was dissolved";
  workbook::PoolCore& core = *opened;
  const auto link_orphan = [&core] {
    auto* const orphan = new workbook::ThreadCache(core);
    ASSERT_TRUE(orphan->Refill(nullptr));
    const std::lock_guard lock(core.mutex());
    orphan->next = core.caches();
    core.caches() = orphan;
  };
  link_orphan();
  link_orphan();
  workbook::ThreadCache* const own = CacheOfThisThread(core);
  own->Free(own->Allocate(nullptr));
  link_orphan();
  ASSERT_EQ(core.Statistics().cached_count, 4 * core.batch());
  {
    const std::lock_guard lock(core.mutex());
    AdoptOrphans(core);
    EXPECT_EQ(core.caches(), own) << "the calling thread's cache stays";
  }
  EXPECT_EQ(core.Statistics().cached_count, core.batch())
      << "of four caches, " << core.Statistics().cached_count / core.batch()
      << " are left; each but the calling thread's own must be retired";
  EXPECT_EQ(core.CheckInvariants(), "");
  core.Close();
}

TEST(Ex3_7, ForksInTheMiddleOfOtherThreadsCallsNeverHang) {
  FixedBlockPool pool(kBlockBytes);
  std::atomic<bool> stop = false;
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      // No malloc once the forks begin: the address sanitizer's own would hang in the child.
      std::vector<void*> blocks(150);
      Free(pool.Allocate());
      ++ready;
      while (!stop) {
        for (void*& block : blocks) block = pool.Allocate();
        for (void* const block : blocks) Free(block);
        FixedBlockPool short_lived(512, {.caching = workbook::Caching::kOff});
        Free(short_lived.Allocate());
      }
    });
  }
  while (ready < 2) std::this_thread::yield();
  for (int i = 0; i < 60; ++i) {
    const int status = StatusOfChild([&] {
      const std::size_t live = pool.Statistics().live_count;  // what other threads held is lost
      return WorksInTheChild(pool, live);
    });
    EXPECT_EQ(status, 0) << "fork " << i << ": the child "
                         << (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM
                                 ? "hangs on a lock that a missing thread holds"
                                 : "crashed or counted wrongly");
    if (status != 0) break;
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.CheckInvariants(), "") << "in the parent";
}

}  // namespace
