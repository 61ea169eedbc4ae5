#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "buddies.h"
#include "doubling_classes.h"
#include "fake_upstream.h"
#include "hybrid_core.h"
#include "in_words.h"
#include "shadow_heap.h"

namespace {

using workbook::BlockTable;
using workbook::Buddies;
using workbook::ClassIndex;
using workbook::Fit;
using workbook::HybridCore;
using workbook::HybridOptions;
using workbook::Returned;
using workbook::RoutingStatistics;
using workbook::Shelves;
using workbook::test_support::FakeUpstream;

constexpr std::size_t kKiB = 1024;

// Shelves of 16, 32, 64 and 128 KiB with one block, of 128 KiB, which is idle; nobody reads or
// writes it. 144 KiB may be owned, so a new block of any class but the smallest passes the limit.
struct Ex5_6_buddies : testing::Test {
  Ex5_6_buddies() {
    const std::vector<std::size_t> classes = {16 * kKiB, 32 * kKiB, 64 * kKiB, 128 * kKiB};
    shelves.Reset(classes, 0);
    for (ClassIndex shelf = 0; shelf < 4; ++shelf) shelves.Open(shelf);
    buddies.Open(classes);
    EXPECT_TRUE(shelves.Adopt(3, At(0), Fit::kWhole));
    EXPECT_EQ(shelves.Return(At(0)), Returned::kShelved);
  }
  ~Ex5_6_buddies() override {
    EXPECT_EQ(shelves.CheckInvariants(), "");
    EXPECT_EQ(buddies.CheckInvariants(), "");
  }

  static void* At(std::size_t bytes) { return reinterpret_cast<void*>(0x7000'0000'0000 + bytes); }
  Returned Return(std::size_t bytes) {
    void* block = At(bytes);
    const Returned returned = buddies.Return(block);
    if (returned == Returned::kDisowned) {
      EXPECT_EQ(block, At(0)) << "the whole block goes back, not its part";
    }
    return returned;
  }
  std::size_t live_bytes() const { return shelves.Statistics().live_bytes; }

  Shelves shelves;
  std::atomic<bool> enabled = true;
  Buddies buddies{shelves, enabled};
};

TEST_F(Ex5_6_buddies, AQuarterLeavesAQuarterAndAHalf) {
  EXPECT_EQ(buddies.Cut(1, 0), At(0));
  EXPECT_EQ(live_bytes(), 32 * kKiB) << "one request of 32 KiB";
  EXPECT_EQ(buddies.Take(1), At(32 * kKiB));
  EXPECT_EQ(buddies.Take(1), nullptr) << "what is left is twice the size";
  EXPECT_EQ(buddies.Take(2), At(64 * kKiB));
  EXPECT_EQ(live_bytes(), 128 * kKiB);
  EXPECT_EQ(shelves.Statistics().peak_live_bytes, 128 * kKiB) << "cutting needs no memory";
  EXPECT_EQ(buddies.served(), 3U);
}

TEST_F(Ex5_6_buddies, AnIdleHalfIsCutBeforeAnotherBlock) {
  EXPECT_TRUE(shelves.Adopt(3, At(1024 * kKiB), Fit::kWhole));
  EXPECT_EQ(buddies.Cut(2, 1024 * kKiB), At(0));
  EXPECT_EQ(shelves.Return(At(1024 * kKiB)), Returned::kShelved);
  EXPECT_EQ(buddies.Cut(1, 1024 * kKiB), At(64 * kKiB));
  EXPECT_EQ(buddies.Take(1), At(96 * kKiB));
  EXPECT_EQ(live_bytes(), 128 * kKiB);
}

TEST_F(Ex5_6_buddies, TwoIdleHalvesAreOnePieceAgain) {
  EXPECT_EQ(buddies.Cut(1, 0), At(0));
  EXPECT_EQ(buddies.Take(1), At(32 * kKiB));
  EXPECT_EQ(buddies.Take(2), At(64 * kKiB));
  EXPECT_EQ(Return(0), Returned::kShelved);
  EXPECT_EQ(Return(32 * kKiB), Returned::kShelved);
  EXPECT_EQ(buddies.Take(1), nullptr) << "both quarters were idle: they are a half again";
  EXPECT_EQ(buddies.Take(2), At(0));
  EXPECT_EQ(Return(0), Returned::kShelved);
  EXPECT_EQ(live_bytes(), 64 * kKiB);
  EXPECT_EQ(Return(64 * kKiB), Returned::kDisowned) << "it was the last part";
  EXPECT_FALSE(buddies.Owns(At(0)));
  EXPECT_EQ(shelves.Return(At(0)), Returned::kShelved);
  EXPECT_EQ(live_bytes(), 0U);
}

TEST_F(Ex5_6_buddies, NothingIsCutWhereANewBlockMayBeHad) {
  EXPECT_EQ(buddies.Cut(0, 0), nullptr) << "16 KiB more are just within the limit";
  EXPECT_EQ(shelves.Statistics().idle_blocks, 1U);
}

TEST_F(Ex5_6_buddies, NothingIsCutThreeTimes) {
  EXPECT_EQ(buddies.Cut(0, 1024 * kKiB), nullptr) << "an eighth of the only block";
  EXPECT_EQ(shelves.Statistics().idle_blocks, 1U);
}

TEST_F(Ex5_6_buddies, AHalfFreedTwiceIsNoticed) {
  EXPECT_EQ(buddies.Cut(2, 0), At(0));
  EXPECT_EQ(buddies.Take(2), At(64 * kKiB));
  EXPECT_EQ(Return(64 * kKiB), Returned::kShelved);
  EXPECT_EQ(Return(64 * kKiB), Returned::kTwice);
  EXPECT_EQ(live_bytes(), 64 * kKiB);
  EXPECT_EQ(Return(32 * kKiB), Returned::kForeign) << "the middle of a half";
}

// Nine blocks whose second halves fall into one set of the table.
TEST_F(Ex5_6_buddies, WhatTheTableCannotHoldServesUncut) {
  constexpr std::size_t kBlock = 128 * kKiB;
  const std::size_t set = BlockTable::SetOf(At(kBlock / 2));
  std::vector<void*> blocks;
  for (std::size_t at = kBlock; blocks.size() <= BlockTable::kWays; at += kBlock) {
    if (BlockTable::SetOf(At(at + kBlock / 2)) == set) blocks.push_back(At(at));
  }
  for (void* const block : blocks) ASSERT_TRUE(shelves.Adopt(3, block, Fit::kWhole));
  for (void* const block : blocks) EXPECT_EQ(shelves.Return(block), Returned::kShelved);
  std::vector<void*> cut;
  for (std::size_t i = 0; i <= blocks.size(); ++i) cut.push_back(buddies.Cut(2, 16 * kBlock));
  EXPECT_EQ(std::count(cut.begin(), cut.end(), nullptr), 0);
  EXPECT_EQ(live_bytes(), cut.size() * 64 * kKiB);
  EXPECT_EQ(buddies.CheckInvariants(), "");
  std::size_t uncut = 0;
  for (void* block : cut) {
    const Returned returned = buddies.Return(block);
    if (returned == Returned::kForeign) ++uncut;
    EXPECT_EQ(shelves.Return(block), Returned::kShelved);
  }
  EXPECT_EQ(uncut, 2U) << "ten blocks, and the set has eight places";
  EXPECT_EQ(live_bytes(), 0U);
}

// Each class twice as large as the one before it, and little room.
HybridOptions ManyCuts() {
  HybridOptions options;
  options.pool_bytes = {512};
  options.shelf_classes = workbook::test_support::DoublingClasses();
  options.floor_bytes = 64 * kKiB;
  options.heat.hot_requests = 1;
  return options;
}

TEST(Ex5_6_halves, KeepTheirBytesThroughARandomRun) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(ManyCuts());
  const workbook::test_support::ShadowHeapPlan plan{
      .seed = 8, .operations = 5'000, .most_live = 40, .most_bytes = 70'000, .alignment = 64};
  EXPECT_EQ(RunShadowHeap(
                plan, [&core](std::size_t bytes) { return core.Allocate(bytes); },
                [&core](void* block, std::size_t) { core.Free(block); },
                [&core] { return core.CheckInvariants(); }),
            "");
  const RoutingStatistics now = core.Statistics();
  EXPECT_GT(now.halved, 100U)
      << "Statistics().halved says that hardly a part of a cut block was handed out: is it "
         "buddies_.served()? And does FromShelf() ask TakeIdle()?";
  EXPECT_EQ(upstream.live_bytes, now.shelves.idle_bytes) << "all is free: every block is whole";
}

TEST(Ex5_6_halves, AreNotCutWhenThatIsSwitchedOff) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  HybridOptions options = ManyCuts();
  options.cut_blocks = false;
  core.Open(options);
  std::mt19937 random(3);
  std::vector<void*> held(40, nullptr);
  for (int i = 0; i < 4000; ++i) {
    void*& block = held[random() % held.size()];
    core.Free(block);
    block = core.Allocate(1 + random() % 70'000);
  }
  for (void* const block : held) core.Free(block);
  EXPECT_EQ(core.Statistics().halved, 0U);
}

TEST(Ex5_6_halves, FourThreadsCutAtOnce) {
  FakeUpstream upstream;
  HybridCore core(upstream);
  core.Open(ManyCuts());
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&core, t] {
      std::mt19937 random(t);
      std::vector<unsigned*> held(12, nullptr);
      for (unsigned i = 0; i < 4000; ++i) {
        unsigned*& block = held[random() % held.size()];
        if (block != nullptr && *block != t) ADD_FAILURE() << "two threads have one block";
        core.Free(block);
        block = static_cast<unsigned*>(core.Allocate(600 + random() % 70'000));
        *block = t;
      }
      for (void* const block : held) core.Free(block);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(core.CheckInvariants(), "");
  EXPECT_GT(core.Statistics().halved, 0U);
  EXPECT_EQ(core.Statistics().shelves.live_bytes, 0U);
}

}  // namespace
