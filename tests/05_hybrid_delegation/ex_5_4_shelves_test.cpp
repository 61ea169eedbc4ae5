#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "in_words.h"
#include "interrupted.h"
#include "shelves.h"

namespace {

using workbook::BlockTable;
using workbook::ClassIndex;
using workbook::Fit;
using workbook::Returned;
using workbook::ShelfLimit;
using workbook::ShelfStatistics;
using workbook::Shelves;
using workbook::test_support::Interrupted;

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kMiB = 1024 * kKiB;

// Blocks that nobody can read or write: the shelves must not touch them.
void* Block(std::size_t number) {
  return reinterpret_cast<void*>(0x7000'0000'0000 + number * 128 * kKiB);
}

// Four shelves: 0 has blocks of 8 KiB, 1 of 64 KiB, 2 of 256 KiB, 3 of 1 MiB.
struct Ex5_4 : testing::Test {
  Ex5_4() {
    shelves.Reset({8 * kKiB, 64 * kKiB, 256 * kKiB, kMiB}, kFloor);
    for (ClassIndex shelf = 0; shelf < 4; ++shelf) shelves.Open(shelf);
  }

  static constexpr std::size_t kFloor = 64 * kKiB;
  Shelves shelves;
};

TEST_F(Ex5_4, AFreedBlockServesTheNextRequest) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Take(1, 0), nullptr) << "the only block is in a user's hands";
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  EXPECT_EQ(shelves.Take(1, 0), Block(1)) << "the block was free and of the right class";
}

TEST_F(Ex5_4, TheBlockFreedLastGoesOutFirst) {
  for (std::size_t i = 1; i <= 3; ++i) ASSERT_TRUE(shelves.Adopt(1, Block(i), Fit::kWhole));
  for (const std::size_t i : {2, 1, 3}) EXPECT_EQ(shelves.Return(Block(i)), Returned::kShelved);
  EXPECT_EQ(shelves.Take(1, 0), Block(3));
  EXPECT_EQ(shelves.Take(1, 0), Block(1));
  EXPECT_EQ(shelves.Take(1, 0), Block(2));
  EXPECT_EQ(shelves.Take(1, 0), nullptr);
}

TEST_F(Ex5_4, ABlockServesItsOwnClassWhileThereIsRoom) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  EXPECT_EQ(shelves.Take(0, 0), nullptr)
      << "a block of 64 KiB for a request of 8 KiB, although a new one may be had";
  EXPECT_EQ(shelves.Take(2, 0), nullptr) << "a block of 64 KiB for a request of 256 KiB: too small";
}

// Shelves of 64, 96, 128 and 192 KiB; one idle block of each, and no room for a new one.
struct Ex5_4_at_the_limit : testing::Test {
  Ex5_4_at_the_limit() {
    shelves.Reset({64 * kKiB, 96 * kKiB, 128 * kKiB, 192 * kKiB}, 0);
    for (ClassIndex shelf = 0; shelf < 4; ++shelf) {
      shelves.Open(shelf);
      EXPECT_TRUE(shelves.Adopt(shelf, Block(shelf), Fit::kWhole));
    }
    for (ClassIndex shelf = 0; shelf < 4; ++shelf)
      EXPECT_EQ(shelves.Return(Block(shelf)), Returned::kShelved);
  }

  Shelves shelves;
};

TEST_F(Ex5_4_at_the_limit, TheSmallestLargerBlockStandsIn) {
  EXPECT_EQ(shelves.Take(0, 0), Block(0)) << "its own class comes first";
  EXPECT_EQ(shelves.Take(0, 0), Block(1))
      << "480 KiB are owned, the limit is 540: a new block of 64 KiB would pass it, one of 96 KiB "
         "lies idle";
  EXPECT_EQ(shelves.Take(0, 0), Block(2)) << "128 KiB is twice the size: just near enough";
  EXPECT_EQ(shelves.Take(0, 0), nullptr) << "192 KiB is three times the size: too much slack";
}

TEST_F(Ex5_4_at_the_limit, NothingStandsInWhileANewBlockFits) {
  EXPECT_EQ(shelves.TakeFrom(3), Block(3));
  EXPECT_EQ(shelves.Take(0, 0), Block(0));
  EXPECT_EQ(shelves.Take(0, 188 * kKiB), nullptr)
      << "288 KiB are owned, 188 are held elsewhere, and the limit for both is 540: a new block of "
         "64 KiB just fits, so the idle one of 96 KiB must wait for its own class";
  EXPECT_EQ(shelves.Take(0, 189 * kKiB), Block(1))
      << "one KiB more is held elsewhere, so a new block of 64 KiB would pass the limit: ShelfFor "
         "must count `elsewhere`";
}

TEST_F(Ex5_4_at_the_limit, AStandInCountsAsWhatWasAskedFor) {
  EXPECT_EQ(shelves.Take(0, 0), Block(0));
  EXPECT_EQ(shelves.Take(0, 0), Block(1));
  EXPECT_EQ(shelves.Statistics().live_bytes, 128 * kKiB) << "two requests of 64 KiB";
  EXPECT_EQ(shelves.Statistics().reused, 2U);
}

TEST_F(Ex5_4_at_the_limit, AStandInComesBackToItsOwnShelf) {
  EXPECT_EQ(shelves.Take(0, 0), Block(0));
  EXPECT_EQ(shelves.Take(0, 0), Block(1));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  EXPECT_EQ(shelves.Statistics().live_bytes, 64 * kKiB)
      << "a block of 96 KiB that served a request of 64 came back: live bytes go down by the class "
         "that it served (serves_), not by its own";
  EXPECT_EQ(shelves.Take(1, 0), Block(1)) << "a block of 96 KiB belongs on the shelf of 96 KiB";
  EXPECT_EQ(shelves.CheckInvariants(), "");
}

TEST_F(Ex5_4, AForeignBlockIsLeftAlone) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(2)), Returned::kForeign);
  EXPECT_EQ(shelves.Return(nullptr), Returned::kForeign);
  const ShelfStatistics now = shelves.Statistics();
  EXPECT_EQ(now.owned_blocks, 1U);
  EXPECT_EQ(now.idle_blocks, 0U);
}

TEST_F(Ex5_4, ABlockFreedTwiceIsNoticed) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  ASSERT_TRUE(shelves.Adopt(1, Block(2), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kTwice);
  EXPECT_EQ(shelves.Statistics().idle_blocks, 1U) << "it would be handed out twice";
  EXPECT_EQ(shelves.Statistics().live_bytes, 64 * kKiB)
      << "block 2 is alive, and a block that is freed twice changes no number: ask for kTwice "
         "first";
  EXPECT_EQ(shelves.CheckInvariants(), "");
}

TEST_F(Ex5_4, CountsWhatItOwns) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  ASSERT_TRUE(shelves.Adopt(3, Block(2), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(2)), Returned::kShelved);
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  EXPECT_EQ(shelves.Take(1, 0), Block(1));
  const ShelfStatistics now = shelves.Statistics();
  EXPECT_EQ(now.owned_bytes, kMiB + 64 * kKiB);
  EXPECT_EQ(now.live_bytes, 64 * kKiB);
  EXPECT_EQ(now.idle_bytes, kMiB);
  EXPECT_EQ(now.peak_live_bytes, kMiB + 64 * kKiB) << "both were live at one time";
  EXPECT_EQ(now.adopted, 2U);
  EXPECT_EQ(now.reused, 1U);
  EXPECT_EQ(now.disowned, 0U);
  EXPECT_EQ(shelves.CheckInvariants(), "");
}

// The most live bytes can also be reached by a block that is handed out again.
TEST_F(Ex5_4, ThePeakIsReachedByReuseToo) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  ASSERT_TRUE(shelves.Adopt(2, Block(2), Fit::kWhole));
  EXPECT_EQ(shelves.Take(1, 0), Block(1));
  EXPECT_EQ(shelves.Statistics().peak_live_bytes, 320 * kKiB);
}

TEST_F(Ex5_4, AClosedShelfKeepsNothing) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  ASSERT_TRUE(shelves.Adopt(1, Block(2), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  shelves.Close(1);
  EXPECT_EQ(shelves.Return(Block(2)), Returned::kDisowned) << "the shelf is closed";
  EXPECT_FALSE(shelves.Owns(Block(2))) << "a block that goes upstream must leave the table: "
                                          "its address may come back as somebody else's";
  EXPECT_EQ(shelves.TakeFrom(1), Block(1));
  EXPECT_EQ(shelves.TakeFrom(1), nullptr);
  EXPECT_EQ(shelves.Statistics().owned_bytes, 0U);
  EXPECT_EQ(shelves.Statistics().live_bytes, 0U);
  EXPECT_EQ(shelves.Statistics().disowned, 2U);
  EXPECT_EQ(shelves.CheckInvariants(), "");
}

TEST_F(Ex5_4, ABlockOfAnotherSizeIsCountedAndNotKept) {
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kExact));
  ShelfStatistics now = shelves.Statistics();
  EXPECT_EQ(now.live_bytes, 64 * kKiB) << "counted as its class";
  EXPECT_EQ(now.noted, 1U);
  EXPECT_EQ(now.adopted, 0U);
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kDisowned)
      << "it is smaller than its class: the next request might not fit";
  now = shelves.Statistics();
  EXPECT_EQ(now.owned_bytes, 0U);
  EXPECT_EQ(now.live_bytes, 0U);
}

TEST_F(Ex5_4, ABlockThatTheTableCannotHoldIsNotAdopted) {
  void* const unaligned = static_cast<char*>(Block(1)) + 16;
  EXPECT_FALSE(shelves.Adopt(1, unaligned, Fit::kWhole));
  EXPECT_EQ(shelves.Statistics().owned_bytes, 0U) << "it was not adopted, but counted";
  EXPECT_EQ(shelves.Statistics().adopted, 0U) << "it was not adopted, but counted";
}

TEST(Ex5_4_limit, IsThePeakAndAnEighthButAtLeastTheFloor) {
  EXPECT_EQ(ShelfLimit(0, 0, 4096), 4096U) << "the floor";
  EXPECT_EQ(ShelfLimit(160 * kMiB, 0, 4096), 180 * kMiB) << "160 MiB and an eighth";
  EXPECT_EQ(ShelfLimit(160 * kMiB, 4 * kMiB, 4096), 176 * kMiB) << "4 MiB are held elsewhere";
  EXPECT_EQ(ShelfLimit(kMiB, 0, 8 * kMiB), 8 * kMiB) << "the floor";
  EXPECT_EQ(ShelfLimit(kMiB, 4 * kMiB, 4096), 4096U) << "more is held elsewhere than is needed";
}

TEST_F(Ex5_4, NothingIsSurplusBelowTheLimit) {
  ASSERT_TRUE(shelves.Adopt(0, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  // 8 KiB owned and 56 KiB incoming are the floor.
  EXPECT_EQ(shelves.TakeSurplus(56 * kKiB, 0), nullptr) << "there is just enough room";
}

TEST_F(Ex5_4, ANewPeakNeedsNoRoom) {
  ASSERT_TRUE(shelves.Adopt(3, Block(1), Fit::kWhole));
  ASSERT_TRUE(shelves.Adopt(0, Block(2), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(2)), Returned::kShelved);
  // 1 MiB live, another one incoming: the limit will be 2 MiB and 256 KiB, 8 KiB lie idle.
  EXPECT_EQ(shelves.TakeSurplus(kMiB, 0), nullptr)
      << "what will be live in a moment belongs to the limit";
}

// Blocks of 8, 64, 256 and 1024 KiB, all idle: 1352 KiB are owned.
struct Ex5_4_surplus : Ex5_4 {
  Ex5_4_surplus() {
    for (ClassIndex shelf = 0; shelf < 4; ++shelf)
      EXPECT_TRUE(shelves.Adopt(shelf, Block(shelf), Fit::kWhole));
    for (ClassIndex shelf = 0; shelf < 4; ++shelf)
      EXPECT_EQ(shelves.Return(Block(shelf)), Returned::kShelved);
  }
};

TEST_F(Ex5_4_surplus, TheSmallestBlockThatIsEnoughGoes) {
  // The limit is 1352 KiB and an eighth, 1521.
  EXPECT_EQ(shelves.TakeSurplus(233 * kKiB, 0), Block(1))
      << "64 KiB are too many, and a block of 64 KiB lies idle: no larger one need go";
  EXPECT_EQ(shelves.TakeSurplus(233 * kKiB, 0), nullptr) << "now there is room";
  EXPECT_EQ(shelves.TakeSurplus(512 * kKiB, 0), Block(3))
      << "279 KiB are too many, and only the block of 1 MiB is as large";
  EXPECT_FALSE(shelves.Owns(Block(3))) << "a surplus block must leave the table";
  EXPECT_EQ(shelves.Statistics().owned_bytes, 264 * kKiB);
}

TEST_F(Ex5_4_surplus, TheLargestBlockGoesIfNoneIsEnough) {
  // With 2 MiB incoming the limit will be 2 MiB and 256 KiB.
  EXPECT_EQ(shelves.TakeSurplus(2 * kMiB, 0), Block(3))
      << "1096 KiB are too many: no block is that large, and one of 1 MiB frees most";
  EXPECT_EQ(shelves.TakeSurplus(2 * kMiB, 0), Block(2)) << "72 KiB are too many still";
  EXPECT_EQ(shelves.TakeSurplus(2 * kMiB, 0), nullptr) << "now there is room";
  EXPECT_EQ(shelves.Statistics().owned_bytes, 72 * kKiB);
}

TEST_F(Ex5_4, WhatOthersHoldCountsToo) {
  ASSERT_TRUE(shelves.Adopt(3, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.Return(Block(1)), Returned::kShelved);
  EXPECT_EQ(shelves.TakeSurplus(0, 128 * kKiB), nullptr);
  EXPECT_EQ(shelves.TakeSurplus(0, 136 * kKiB), Block(1))
      << "1 MiB owned and 136 KiB elsewhere are more than the limit of 1 MiB and 128 KiB";
}

TEST_F(Ex5_4, LiveBlocksAreNeverSurplus) {
  ASSERT_TRUE(shelves.Adopt(3, Block(1), Fit::kWhole));
  EXPECT_EQ(shelves.TakeSurplus(4 * kMiB, 100 * kMiB), nullptr) << "no block is idle";
  EXPECT_EQ(shelves.Statistics().live_bytes, kMiB);
}

// A model of what must be where: live or idle, and of which class.
TEST_F(Ex5_4, ARandomRunLosesNothing) {
  std::mt19937 random(9);
  std::map<void*, ClassIndex> live;
  std::map<void*, ClassIndex> idle;
  std::size_t next = 100;
  for (int step = 0; step < 20'000; ++step) {
    const auto shelf = static_cast<ClassIndex>(random() % 4);
    const std::string where = "step " + std::to_string(step);
    if (live.size() < 60 && random() % 2 == 0) {
      if (void* const block = shelves.Take(shelf, 0)) {
        ASSERT_TRUE(idle.count(block) == 1 && idle[block] >= shelf)
            << where << ": " << block << " is no idle block for class " << shelf;
        live[block] = idle[block];
        idle.erase(block);
      } else {
        while (void* const surplus = shelves.TakeSurplus(64 * kKiB, 0))
          ASSERT_EQ(idle.erase(surplus), 1U) << where << ": " << surplus << " was not idle";
        if (shelves.Adopt(shelf, Block(next), Fit::kWhole)) live[Block(next)] = shelf;
        ++next;
      }
    } else if (!live.empty()) {
      const auto victim = std::next(live.begin(), static_cast<long>(random() % live.size()));
      ASSERT_EQ(shelves.Return(victim->first), Returned::kShelved) << where;
      idle.insert(*victim);
      live.erase(victim);
    }
    if (step % 64 == 0) {
      ASSERT_EQ(shelves.CheckInvariants(), "") << where;
      ASSERT_EQ(shelves.Statistics().idle_blocks, idle.size()) << where;
    }
  }
}

TEST_F(Ex5_4, FourThreadsGetDifferentBlocks) {
  constexpr std::size_t kThreads = 4;
  std::vector<std::atomic<int>> holders(1000);
  std::atomic<std::size_t> next = 0;
  std::atomic<int> twice = 0;
  const auto number = [](void* block) {
    return (reinterpret_cast<std::uintptr_t>(block) - 0x7000'0000'0000) / (128 * kKiB);
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; ++i) {
        void* block = shelves.Take(1, 0);
        if (block == nullptr) {
          block = Block(next++);
          if (number(block) >= holders.size() || !shelves.Adopt(1, block, Fit::kWhole)) continue;
        }
        if (holders[number(block)].exchange(1) != 0) ++twice;
        holders[number(block)] = 0;
        if (shelves.Return(block) != Returned::kShelved) ++twice;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(twice, 0) << "blocks that two threads held at one time";
  EXPECT_EQ(shelves.Statistics().idle_blocks, shelves.Statistics().owned_blocks);
}

// Both have found it in the table and wait for the lock. Whoever gets the lock last must look
// again.
TEST_F(Ex5_4, OfTwoThreadsThatFreeOneBlockOneFindsItGone) {
  if (!workbook::kLockChecks) GTEST_SKIP() << "only debug builds tell who waits for the lock";
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  ASSERT_TRUE(shelves.Adopt(1, Block(2), Fit::kWhole));
  shelves.Close(1);
  std::array<Returned, 2> said{};
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(shelves.mutex());
    for (Returned& answer : said)
      threads.emplace_back([this, &answer] { answer = shelves.Return(Block(1)); });
    while (shelves.mutex().waiting() < 2) std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(said.begin(), said.end(), Returned::kDisowned), 1);
  EXPECT_EQ(std::count(said.begin(), said.end(), Returned::kForeign), 1)
      << "when the second one had the lock, the block was no longer in the table";
  EXPECT_EQ(shelves.Statistics().live_bytes, 64 * kKiB) << "block 2 is alive";
  EXPECT_EQ(shelves.CheckInvariants(), "");
}

// One free has found its block in the table and is about to take the lock. Before it has it,
// another free of that block lets it leave the table, and a new block gets the same slot.
TEST_F(Ex5_4, AnotherBlockInTheSlotIsNotTakenForTheOneThatLeft) {
  if (!workbook::kLockChecks) GTEST_SKIP() << "only debug builds tell who waits for the lock";
  std::size_t other = 2;
  while (BlockTable::SetOf(Block(other)) != BlockTable::SetOf(Block(1))) ++other;
  ASSERT_TRUE(shelves.Adopt(1, Block(1), Fit::kWhole));
  Returned said = Returned::kShelved;
  const bool stopped = Interrupted::When([this] { return shelves.mutex().waiting() > 0; },
                                         [&] { said = shelves.Return(Block(1)); },
                                         [&] {
                                           shelves.Close(1);
                                           EXPECT_EQ(shelves.Return(Block(1)), Returned::kDisowned);
                                           shelves.Open(1);
                                           EXPECT_TRUE(shelves.Adopt(1, Block(other), Fit::kWhole));
                                         });
  if (!stopped) GTEST_SKIP() << "under the thread sanitizer no call can be stopped in its middle";
  EXPECT_EQ(said, Returned::kForeign)
      << "between the two looks the block left and another one got its slot: under the lock, "
         "compare the address once more; a slot that is not empty may be another block's";
  EXPECT_EQ(shelves.Statistics().live_bytes, 64 * kKiB) << "the other block is alive";
  EXPECT_EQ(shelves.Statistics().idle_blocks, 0U) << "nobody has freed the other block";
  EXPECT_EQ(shelves.CheckInvariants(), "");
}

}  // namespace
