#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "child.h"
#include "fake_upstream.h"
#include "hybrid_core.h"
#include "owner_in_words.h"
#include "shadow_heap.h"

namespace {

using workbook::BlockTable;
using workbook::Delegated;
using workbook::HybridCore;
using workbook::HybridOptions;
using workbook::Owner;
using workbook::RoutingStatistics;
using workbook::test_support::FakeUpstream;
using workbook::test_support::StatusOfChild;

constexpr std::size_t kKiB = 1024;

// Pools of 512 B and 4 KiB; classes that end at 64 KiB and at 1 MiB; all else is irregular.
HybridOptions TwoPoolsTwoShelves() {
  HybridOptions options;
  options.pool_bytes = {512, 4096};
  options.pool_slabs = 1;
  options.shelf_classes = {{60'001, 64 * kKiB}, {1'000'001, 1024 * kKiB}};
  options.floor_bytes = 128 * kKiB;
  options.heat = {.hot_requests = 2, .cold_epochs = 2};
  return options;
}

// What a test expects of the numbers: every request is in one place, and one only.
std::uint64_t SumOfAllPlaces(const RoutingStatistics& now) {
  return now.pooled + now.reused + now.halved + now.adopted + now.refused +
         std::accumulate(now.delegated.begin(), now.delegated.end(), std::uint64_t{0});
}

struct Ex5_6 : testing::Test {
  Ex5_6() { core.Open(TwoPoolsTwoShelves()); }
  ~Ex5_6() override { EXPECT_EQ(core.CheckInvariants(), ""); }

  void* Allocate(std::size_t bytes) {
    ++requests;
    return core.Allocate(bytes);
  }
  // Turns the class of 64 KiB hot and leaves one idle block on its shelf.
  void* WarmUp() {
    core.Free(Allocate(65'000));
    void* const block = Allocate(65'000);
    core.Free(block);
    return block;
  }

  FakeUpstream upstream;
  HybridCore core{upstream};
  std::uint64_t requests = 0;
};

TEST_F(Ex5_6, SmallRequestsComeFromThePools) {
  for (const std::size_t bytes : {1, 512, 513, 4096}) {
    void* const block = Allocate(bytes);
    EXPECT_EQ(core.OwnerOf(block), Owner::kPool) << bytes << " bytes";
    core.Free(block);
  }
  EXPECT_EQ(upstream.requests, 0U) << "a request that a pool serves went to the upstream";
  EXPECT_EQ(core.Statistics().pooled, 4U);
}

TEST_F(Ex5_6, AnIrregularSizeGoesUpstreamAsItIs) {
  for (const std::size_t bytes : {4097, 60'000, 65'537, 5'000'000}) {
    void* const block = Allocate(bytes);
    EXPECT_EQ(core.OwnerOf(block), Owner::kUpstream);
    EXPECT_EQ(upstream.last_request, bytes) << "the upstream must be asked for what is needed";
    core.Free(block);
    EXPECT_EQ(upstream.BytesOf(block), 0U) << "the block of " << bytes << " bytes did not go back";
  }
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kIrregular), 4U);
}

TEST_F(Ex5_6, AColdClassGoesUpstreamAsItIs) {
  void* const block = Allocate(65'000);
  EXPECT_EQ(core.Statistics().shelves.noted, 1U)
      << "the shelves must know it: it has a class, and counts as live";
  EXPECT_EQ(upstream.last_request, 65'000U) << "the upstream must be asked for what is needed";
  core.Free(block);
  EXPECT_EQ(upstream.live_blocks(), 0U) << "a block of a cold class must go back when it is freed";
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kCold), 1U);
}

TEST_F(Ex5_6, AHotClassGetsABlockOfItsSizeAndKeepsIt) {
  void* const kept = WarmUp();
  EXPECT_EQ(upstream.BytesOf(kept), 64 * kKiB) << "a block for a shelf must fit its whole class";
  void* const again = Allocate(60'001);
  EXPECT_EQ(again, kept) << "an idle block of this class lay on the shelf";
  EXPECT_EQ(core.OwnerOf(again), Owner::kShelf);
  EXPECT_EQ(core.Statistics().reused, 1U);
  EXPECT_EQ(core.Statistics().adopted, 1U);
  core.Free(again);
}

TEST_F(Ex5_6, AClosedCoreLeavesEverythingToTheUpstream) {
  WarmUp();
  core.Close();
  for (int i = 0; i < 3; ++i) {
    void* const block = Allocate(100);
    EXPECT_EQ(upstream.BytesOf(block), 100U)
        << "the core is closed, enabled() is false: the request must go upstream as it is";
    core.Free(block);
    EXPECT_EQ(upstream.live_blocks(), 0U) << "the core is closed and may keep no block";
  }
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kSwitchedOff), 3U);
}

TEST_F(Ex5_6, AFullPoolFallsBackToTheUpstream) {
  std::vector<void*> blocks;
  for (int i = 0; i < 1023; ++i) blocks.push_back(Allocate(4096));
  EXPECT_EQ(upstream.requests, 0U) << "a slab holds 1023 blocks of 4 KiB";
  void* const beyond = Allocate(4000);
  ASSERT_NE(beyond, nullptr) << "the pool is full, the upstream is not";
  EXPECT_EQ(core.OwnerOf(beyond), Owner::kUpstream);
  EXPECT_EQ(upstream.last_request, 4000U);
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kPoolFull), 1U);
  core.Free(beyond);
  EXPECT_EQ(upstream.live_blocks(), 0U) << "it came from the upstream and must go there";
  core.Free(blocks.back());
  blocks.back() = Allocate(4000);
  EXPECT_EQ(core.OwnerOf(blocks.back()), Owner::kPool) << "the pool has room again";
  for (void* const block : blocks) core.Free(block);
}

TEST_F(Ex5_6, RoomIsMadeBeforeANewBlockComes) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.pool_bytes = {};
  core.Open(options);
  for (int i = 0; i < 2; ++i) core.Free(Allocate(1'048'576));
  core.Free(Allocate(65'000));
  void* const first = Allocate(65'000);
  const std::size_t before = upstream.live_bytes;
  upstream.peak_bytes = 0;
  void* const second = Allocate(65'000);
  EXPECT_EQ(before, 1088 * kKiB);
  EXPECT_LE(upstream.peak_bytes, 1152 * kKiB) << "1 MiB was the peak, and an eighth may be spare";
  void* const third = Allocate(65'000);
  EXPECT_LT(upstream.live_bytes, 1024 * kKiB)
      << "1 MiB idle and 3 x 64 KiB are too much: the idle one had to go first";
  for (void* const block : {first, second, third}) core.Free(block);
}

TEST_F(Ex5_6, TheSlabsCountAgainstTheBound) {
  for (int i = 0; i < 2; ++i) core.Free(Allocate(1'048'576));
  EXPECT_EQ(core.Statistics().shelves.idle_bytes, 1024 * kKiB);
  core.Free(Allocate(65'000));
  EXPECT_EQ(core.Statistics().shelves.idle_bytes, 0U)
      << "two slabs of 4 MiB leave the shelves their floor of 128 KiB: the idle MiB had to go";
}

TEST_F(Ex5_6, AColdClassTakesAnIdleBlockTooWhereANewOneWouldPassTheLimit) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.pool_bytes = {};
  options.shelf_classes = {{60'001, 64 * kKiB}, {100'001, 112 * kKiB}};
  core.Open(options);
  core.Free(Allocate(110'000));
  void* const idle = Allocate(110'000);
  core.Free(idle);
  const std::size_t before = upstream.requests;
  void* const block = Allocate(65'000);
  EXPECT_EQ(block, idle) << "112 KiB lie idle, and 64 KiB more would be past the limit: the first "
                            "request of a class, cold, was to take the idle block";
  EXPECT_EQ(upstream.requests, before);
  core.Free(block);
}

TEST_F(Ex5_6, TheBoundHoldsThroughARandomRun) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.pool_bytes = {};
  options.shelf_classes = workbook::GridClasses(4096, std::size_t{1} << 20);
  core.Open(options);
  std::mt19937 random(21);
  std::vector<void*> blocks;
  std::size_t peak_live = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (blocks.size() == 40 || (!blocks.empty() && random() % 2 == 0)) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      core.Free(blocks.back());
      blocks.pop_back();
      continue;
    }
    const std::size_t requests_before = upstream.requests;
    blocks.push_back(core.Allocate(4097 + random() % 200 * 5000));
    const workbook::ShelfStatistics now = core.Statistics().shelves;
    peak_live = std::max(peak_live, now.live_bytes);
    const std::size_t allowed = std::max(options.floor_bytes, peak_live + peak_live / 8);
    const bool is_new = upstream.requests > requests_before;
    ASSERT_TRUE(!is_new || now.owned_bytes <= allowed || now.idle_bytes == 0)
        << "operation " << i << ": a new block came although " << now.idle_bytes
        << " bytes lie idle and " << now.owned_bytes << " are owned, more than " << allowed;
  }
  for (void* const block : blocks) core.Free(block);
}

TEST_F(Ex5_6, IdleBlocksAreGivenBackBeforeARequestFails) {
  WarmUp();
  upstream.capacity = upstream.live_bytes + 100'000;
  void* const block = Allocate(150'000);
  ASSERT_NE(block, nullptr) << "64 KiB lie idle on a shelf, and with them there is enough";
  EXPECT_EQ(core.Statistics().rescued, 1U) << "the second try served it";
  EXPECT_EQ(core.Statistics().shelves.idle_bytes, 0U);
  core.Free(block);
}

TEST_F(Ex5_6, IdleBlocksOfAllShelvesAreGivenBackBeforeARequestFails) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.pool_bytes = {};
  core.Open(options);
  for (int i = 0; i < 2; ++i) core.Free(Allocate(1'048'576));
  WarmUp();
  ASSERT_EQ(upstream.live_bytes, 1088 * kKiB) << "1 MiB and 64 KiB lie idle, on two shelves";
  upstream.capacity = upstream.live_bytes;
  void* const block = Allocate(1088 * kKiB);
  EXPECT_NE(block, nullptr)
      << "1 MiB and 64 KiB lie idle on two shelves, and the request needs both: all shelves must "
         "give their idle blocks back (GiveBackIdle)";
  core.Free(block);
}

TEST_F(Ex5_6, TheUpstreamIsAskedOnceMoreOnlyIfSomethingWentBack) {
  WarmUp();
  upstream.capacity = upstream.live_bytes + 1000;
  std::size_t before = upstream.requests;
  EXPECT_EQ(Allocate(500'000), nullptr);
  EXPECT_EQ(upstream.requests, before + 2) << "64 KiB lay idle: asked, given back, asked once more";
  EXPECT_EQ(core.Statistics().rescued, 0U)
      << "the second try had nothing either: only a request that it serves is rescued";
  before = upstream.requests;
  EXPECT_EQ(Allocate(500'000), nullptr);
  EXPECT_EQ(upstream.requests, before + 1)
      << "nothing lay idle, so nothing went back: there is no reason to ask once more";
  EXPECT_EQ(core.Statistics().refused, 2U);
}

TEST_F(Ex5_6, WithoutRoomForTheClassTheSizeAskedForWillDo) {
  core.Free(Allocate(65'000));
  core.Free(Allocate(1'010'000));
  upstream.capacity = 62'000;
  void* const block = Allocate(61'000);
  ASSERT_NE(block, nullptr) << "the upstream has 62000 bytes, and 61000 were asked for";
  EXPECT_EQ(upstream.BytesOf(block), 61'000U);
  EXPECT_EQ(core.Statistics().delegated_by(Delegated::kTooTight), 1U);
  EXPECT_EQ(core.Statistics().shelves.noted, 3U)
      << "two blocks of cold classes and this one: it has a class, so the shelves must know it "
         "(Adopt, kExact)";
  core.Free(block);
  EXPECT_EQ(upstream.live_blocks(), 0U)
      << "a block of the size asked for is too small for its class: freed, it must go upstream";
}

// An upstream whose blocks all fall into one set of the table. Nobody reads or writes them.
class OneSetUpstream final : public workbook::UpstreamMemory {
 public:
  void* Allocate(std::size_t /*bytes*/) noexcept override {
    do {
      ++last_;
    } while (BlockTable::SetOf(Block(last_)) != BlockTable::SetOf(Block(0)));
    ++live_blocks;
    return Block(last_);
  }
  void Free(void* /*block*/) noexcept override { --live_blocks; }

  std::size_t live_blocks = 0;

 private:
  static void* Block(std::size_t number) {
    return reinterpret_cast<void*>(0x7000'0000'0000 + number * 128 * kKiB);
  }
  std::size_t last_ = 0;
};

TEST(Ex5_6_full_set, ABlockThatHasNoPlaceInTheTableServesAndIsNotKept) {
  OneSetUpstream upstream;
  HybridCore core(upstream);
  HybridOptions options = TwoPoolsTwoShelves();
  options.pool_bytes = {};
  core.Open(options);
  std::vector<void*> blocks;
  for (std::size_t i = 0; i <= BlockTable::kWays; ++i) blocks.push_back(core.Allocate(65'000));
  ASSERT_NE(blocks.back(), nullptr)
      << "the table has no place for this address, but the block is as good as any other";
  EXPECT_EQ(upstream.live_blocks, blocks.size())
      << "nine requests need nine blocks: one that the shelf could not take over was lost";
  const RoutingStatistics now = core.Statistics();
  EXPECT_EQ(now.adopted, 7U)
      << "the set has eight ways: the first block was cold, seven came after";
  EXPECT_EQ(now.delegated_by(Delegated::kNoPlace), 1U)
      << "a block that the shelf could not take over counts as delegated";
  EXPECT_EQ(now.requests, blocks.size()) << "every request is counted in one place";
  core.Free(blocks.back());
  EXPECT_EQ(upstream.live_blocks, blocks.size() - 1)
      << "no shelf knows this block: freed, it must go upstream";
  blocks.pop_back();
  for (void* const block : blocks) core.Free(block);
  core.Close();
  EXPECT_EQ(upstream.live_blocks, 0U) << "blocks of the upstream that never came back";
}

TEST_F(Ex5_6, WhatNobodyHasIsNull) {
  upstream.capacity = 1000;
  EXPECT_EQ(Allocate(5000), nullptr);
  EXPECT_EQ(Allocate(65'000), nullptr) << "cold";
  EXPECT_EQ(Allocate(65'000), nullptr) << "hot";
  const RoutingStatistics now = core.Statistics();
  EXPECT_EQ(now.refused, 3U);
  EXPECT_EQ(SumOfAllPlaces(now), 3U) << "a refused request counts as refused, and as nothing else";
  EXPECT_EQ(now.requests, 3U) << "a request that nobody had memory for is a request all the same";
}

TEST_F(Ex5_6, AnImpossibleSizeCostsNothing) {
  void* const kept = WarmUp();
  const std::size_t before = upstream.requests;
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  for (const std::size_t bytes : {kMost + 1, std::numeric_limits<std::size_t>::max()}) {
    EXPECT_EQ(Allocate(bytes), nullptr) << bytes << " bytes: a negative size, converted";
  }
  EXPECT_EQ(upstream.requests, before) << "the upstream was asked for what no machine has";
  EXPECT_EQ(Allocate(65'000), kept)
      << "idle blocks were given back for a request that can't be met";
  core.Free(kept);
}

TEST_F(Ex5_6, TheLargestPossibleSizeIsStillARequest) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  upstream.capacity = 0;
  EXPECT_EQ(Allocate(kMost), nullptr);
  EXPECT_EQ(upstream.requests, 1U)
      << "PTRDIFF_MAX itself is no negative number: only what is above it is refused unasked";
}

TEST_F(Ex5_6, ABlockOfAPoolOfAnotherOwnerGoesBackToThatPool) {
  workbook::FixedBlockPool pool(256);
  void* const block = pool.Allocate();
  ASSERT_NE(block, nullptr);
  core.Free(block);
  EXPECT_EQ(pool.Statistics().live_count, 0U)
      << "the block is a pool's, though none of this core's: FixedBlockPool::Free knows every pool "
         "of the process, and blocks outlive the core that handed them out";
}

TEST_F(Ex5_6, NullIsFreedInSilence) {
  core.Free(nullptr);
  EXPECT_EQ(core.Statistics().requests, 0U);
}

TEST_F(Ex5_6, EveryRequestIsCountedInOnePlace) {
  std::vector<void*> blocks;
  for (const std::size_t bytes :
       {8, 512, 4096, 5000, 65'000, 65'000, 65'000, 1'048'576, 2'000'000}) {
    blocks.push_back(Allocate(bytes));
  }
  for (int i = 0; i < 3; ++i) {
    core.Free(blocks[6]);
    blocks[6] = Allocate(64'000);
  }
  const RoutingStatistics now = core.Statistics();
  EXPECT_EQ(now.pooled, 3U) << "8, 512 and 4096 bytes";
  EXPECT_EQ(now.delegated_by(Delegated::kIrregular), 2U) << "5000 and 2000000 bytes";
  EXPECT_EQ(now.delegated_by(Delegated::kCold), 2U) << "the first of 65000 and of 1048576 bytes";
  EXPECT_EQ(now.adopted, 2U) << "the second and the third of 65000 bytes";
  EXPECT_EQ(now.reused, 3U) << "those of 64000 bytes";
  EXPECT_EQ(now.requests, requests) << "requests made";
  EXPECT_EQ(SumOfAllPlaces(now), requests) << "the sum of all places";
  EXPECT_DOUBLE_EQ(now.OwnShare(), 6.0 / 12) << "3 pooled and 3 reused of 12";
  EXPECT_EQ(now.pool_reserved_bytes, 2 * workbook::kSlabBytes) << "two pools, a slab each";
  for (void* const block : blocks) core.Free(block);
}

TEST_F(Ex5_6, TheSlabsAreCountedAsTheyAreNow) {
  EXPECT_EQ(core.Statistics().pool_reserved_bytes, 0U)
      << "no pool has a slab yet. The bytes are what the pools say now; the member "
         "pool_reserved_bytes_ is as old as the last epoch";
  void* const block = Allocate(100);
  EXPECT_EQ(core.Statistics().pool_reserved_bytes, workbook::kSlabBytes) << "one slab of one pool";
  core.Free(block);
}

TEST_F(Ex5_6, OnlyRequestsOfAShelfsClassCountTime) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.epoch_requests = 100;
  core.Open(options);
  void* const kept = WarmUp();
  for (int i = 0; i < 1000; ++i) {
    for (const std::size_t bytes : {100, 9000}) core.Free(Allocate(bytes));
  }
  EXPECT_EQ(core.Statistics().demotions, 0U)
      << "2000 requests of pools and of irregular sizes are no epoch: Tick() is for requests that "
         "have a shelf's class";
  EXPECT_EQ(upstream.BytesOf(kept), 64 * kKiB) << "the class is hot and keeps its idle block";
}

TEST_F(Ex5_6, EpochsPassByThemselves) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.epoch_requests = 100;
  core.Open(options);
  void* const kept = WarmUp();
  for (int i = 0; i < 500; ++i) core.Free(Allocate(1'048'576));
  EXPECT_EQ(core.Statistics().promotions, 2U)
      << "both classes turned hot: does Statistics() copy promotions_?";
  EXPECT_EQ(core.Statistics().demotions, 1U) << "500 requests of another class are five epochs";
  EXPECT_EQ(upstream.BytesOf(kept), 0U) << "the idle block of the cold class";
}

TEST_F(Ex5_6, KeepsItsBytesThroughARandomRun) {
  HybridOptions options = TwoPoolsTwoShelves();
  options.shelf_classes = workbook::GridClasses(4096, 64 * kKiB);
  options.epoch_requests = 300;
  core.Open(options);
  const workbook::test_support::ShadowHeapPlan plan{
      .seed = 5, .operations = 20'000, .most_live = 200, .most_bytes = 70'000, .alignment = 64};
  EXPECT_EQ(RunShadowHeap(
                plan, [this](std::size_t bytes) { return core.Allocate(bytes); },
                [this](void* block, std::size_t) { core.Free(block); },
                [this] { return core.CheckInvariants(); }),
            "");
  EXPECT_EQ(upstream.live_bytes, core.Statistics().shelves.owned_bytes)
      << "all blocks are free: the upstream's are those on the shelves";
}

TEST_F(Ex5_6, AnotherThreadMayFree) {
  std::vector<void*> blocks;
  for (int i = 0; i < 200; ++i) {
    for (const std::size_t bytes : {100, 4000, 65'000, 9000}) blocks.push_back(Allocate(bytes));
  }
  std::thread([&] {
    for (void* const block : blocks) core.Free(block);
  }).join();
  EXPECT_EQ(upstream.live_bytes, core.Statistics().shelves.idle_bytes);
  EXPECT_EQ(core.Statistics().shelves.live_bytes, 0U);
}

TEST_F(Ex5_6, FourThreadsRouteAtOnce) {
  constexpr int kRounds = 3000;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      std::vector<void*> held(8, nullptr);
      const std::size_t sizes[] = {64, 4096, 65'000, 1'048'576, 9000};
      for (unsigned i = 0; i < kRounds; ++i) {
        void*& block = held[i % held.size()];
        core.Free(block);
        block = core.Allocate(sizes[(i * 7 + t) % 5]);
        *static_cast<unsigned*>(block) = t;
      }
      for (void* const block : held) core.Free(block);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const RoutingStatistics now = core.Statistics();
  EXPECT_EQ(now.requests, 4U * kRounds);
  EXPECT_EQ(now.shelves.live_bytes, 0U);
  EXPECT_EQ(upstream.live_bytes, now.shelves.idle_bytes);
}

TEST_F(Ex5_6, ForksInTheMiddleOfOtherThreadsCallsNeverHang) {
  // An upstream of static blocks: malloc's own lock is not what is tested here.
  class StaticUpstream final : public workbook::UpstreamMemory {
   public:
    void* Allocate(std::size_t bytes) noexcept override {
      const std::size_t at = used_.fetch_add((bytes + 63) / 64 * 64);
      return at + bytes > sizeof(memory_) ? nullptr : memory_ + at;
    }
    void Free(void*) noexcept override {}

   private:
    alignas(64) char memory_[1 << 20];
    std::atomic<std::size_t> used_ = 0;
  };
  static StaticUpstream static_upstream;
  HybridCore busy(static_upstream);
  busy.Open(TwoPoolsTwoShelves());
  std::atomic<bool> stop = false;
  std::atomic<bool> ready = false;
  std::thread other([&] {
    busy.Free(busy.Allocate(65'000));
    busy.Free(busy.Allocate(100));
    while (!stop) {
      for (const std::size_t bytes : {65'000, 100}) busy.Free(busy.Allocate(bytes));
      ready = true;
    }
  });
  while (!ready) std::this_thread::yield();
  for (int i = 0; i < 40; ++i) {
    const int status = StatusOfChild([&busy] {
      for (int k = 0; k < 50; ++k) {
        for (const std::size_t bytes : {65'000, 100}) busy.Free(busy.Allocate(bytes));
        busy.EndEpoch();
      }
      return busy.Statistics().reused > 0;
    });
    ASSERT_EQ(status, 0) << "fork " << i << ": the child hangs on a lock or crashed";
  }
  stop = true;
  other.join();
}

TEST(Ex5_6_Death, ABlockFreedTwiceEndsTheProcessWithASentence) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(TwoPoolsTwoShelves());
  core.Free(core.Allocate(65'000));
  void* const block = core.Allocate(65'000);
  core.Free(block);
  EXPECT_DEATH(core.Free(block), "bad free.*freed twice") << "a block of a shelf";
}

TEST(Ex5_6_Death, ABlockOfAPoolFreedTwiceEndsTheProcessWithASentence) {
  if (workbook::kDefaultFreeChecks == workbook::FreeChecks::kOff)
    GTEST_SKIP() << "only debug builds have pools that notice a bad free";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(TwoPoolsTwoShelves());
  void* const block = core.Allocate(100);
  core.Free(block);
  EXPECT_DEATH(core.Free(block), "bad free")
      << "the pool said kNotOut, for this block is free already: that must end the process with a "
         "sentence (EndProcess) and never reach the upstream";
}

TEST(Ex5_6_Death, AFreeInsideABlockOfAPoolEndsTheProcessWithASentence) {
  if (workbook::kDefaultFreeChecks == workbook::FreeChecks::kOff)
    GTEST_SKIP() << "only debug builds have pools that notice a bad free";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(TwoPoolsTwoShelves());
  auto* const block = static_cast<char*>(core.Allocate(500));
  EXPECT_DEATH(core.Free(block + 64), "bad free")
      << "the pool said kMisaligned, for no block starts there: that must end the process with a "
         "sentence (EndProcess) and never reach the upstream";
  core.Free(block);
}

}  // namespace
