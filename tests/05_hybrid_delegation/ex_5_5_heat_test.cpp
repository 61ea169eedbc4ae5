#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "fake_upstream.h"
#include "heat.h"
#include "hybrid_core.h"
#include "in_words.h"

namespace {

using workbook::Fit;
using workbook::Heat;
using workbook::HeatLimits;
using workbook::HybridCore;
using workbook::HybridOptions;
using workbook::Returned;
using workbook::test_support::FakeUpstream;

constexpr HeatLimits kLimits{.hot_requests = 4, .cold_epochs = 3};

int Request(Heat& heat, int times) {
  int turned = 0;
  for (int i = 0; i < times; ++i) turned += heat.NoteRequest(kLimits) ? 1 : 0;
  return turned;
}

TEST(Ex5_5, TheFourthRequestTurnsAClassHot) {
  Heat heat;
  EXPECT_EQ(Request(heat, 3), 0);
  EXPECT_FALSE(heat.hot()) << "after 3 requests";
  EXPECT_EQ(Request(heat, 1), 1) << "the request that turns it hot must say so";
  EXPECT_TRUE(heat.hot()) << "after 4 requests";
}

TEST(Ex5_5, OnlyOneRequestSaysThatItTurnedHot) {
  Heat heat;
  EXPECT_EQ(Request(heat, 100), 1) << "NoteRequest() returned true more than once";
}

TEST(Ex5_5, OldRequestsAreForgottenByHalves) {
  Heat heat;
  Request(heat, 3);
  heat.Cool(kLimits);  // 3 / 2 = 1 left
  Request(heat, 2);
  EXPECT_FALSE(heat.hot()) << "1 old request and 2 new ones are 3";
  Request(heat, 1);
  EXPECT_TRUE(heat.hot()) << "1 old request and 3 new ones are 4";
}

TEST(Ex5_5, ATrickleNeverTurnsAClassHot) {
  Heat heat;
  for (int epoch = 0; epoch < 1000; ++epoch) {
    Request(heat, 2);
    heat.Cool(kLimits);
  }
  EXPECT_FALSE(heat.hot()) << "2 requests an epoch: at most 3 count at a time";
}

TEST(Ex5_5, ThreeQuietEpochsTurnAClassCold) {
  Heat heat;
  Request(heat, 4);
  EXPECT_FALSE(heat.Cool(kLimits)) << "the epoch in which it was asked for";
  EXPECT_FALSE(heat.Cool(kLimits)) << "the first quiet epoch";
  EXPECT_FALSE(heat.Cool(kLimits)) << "the second quiet epoch";
  EXPECT_TRUE(heat.hot());
  EXPECT_TRUE(heat.Cool(kLimits)) << "the third quiet epoch must say that it went cold";
  EXPECT_FALSE(heat.hot());
  EXPECT_FALSE(heat.Cool(kLimits)) << "it is cold already";
}

// Hysteresis: one request keeps a hot class hot, and four make a cold one hot.
TEST(Ex5_5, OneRequestAnEpochKeepsAHotClassHot) {
  Heat heat;
  Request(heat, 4);
  for (int epoch = 0; epoch < 100; ++epoch) {
    Request(heat, 1);
    EXPECT_FALSE(heat.Cool(kLimits));
  }
  EXPECT_TRUE(heat.hot());
}

TEST(Ex5_5, QuietEpochsCountOnlyInARow) {
  Heat heat;
  Request(heat, 4);
  for (int round = 0; round < 20; ++round) {
    for (int epoch = 0; epoch < 3; ++epoch) {
      ASSERT_FALSE(heat.Cool(kLimits))
          << "cold with no more than two quiet epochs after the last request, round " << round;
    }
    Request(heat, 1);
  }
}

TEST(Ex5_5, AClassThatWentColdNeedsFourRequestsAgain) {
  Heat heat;
  Request(heat, 4);
  for (int epoch = 0; epoch < 4; ++epoch) heat.Cool(kLimits);
  EXPECT_EQ(Request(heat, 3), 0) << "requests from before it went cold still count";
  EXPECT_EQ(Request(heat, 1), 1);
  for (int epoch = 0; epoch < 3; ++epoch) {
    EXPECT_FALSE(heat.Cool(kLimits)) << "quiet epochs from before it went cold still count";
  }
}

// Two classes, 64 and 128 KiB, and no pool.
HybridOptions TwoClasses() {
  HybridOptions options;
  options.pool_bytes = {};
  options.shelf_classes = {{60'001, 65'536}, {100'001, 131'072}};
  options.heat = kLimits;
  return options;
}

struct Ex5_5_core : testing::Test {
  Ex5_5_core() { core.Open(TwoClasses()); }

  FakeUpstream upstream;
  HybridCore core{upstream};
};

TEST_F(Ex5_5_core, TheShelfOpensWhenItsClassTurnsHot) {
  EXPECT_FALSE(core.NoteRequest(0));
  EXPECT_FALSE(core.NoteRequest(0));
  EXPECT_FALSE(core.NoteRequest(0));
  EXPECT_TRUE(core.NoteRequest(0)) << "the fourth request";
  EXPECT_TRUE(core.NoteRequest(0)) << "the fifth request";
  EXPECT_FALSE(core.NoteRequest(1)) << "the other class was asked for once";
  EXPECT_EQ(core.promotions(), 1U);
  workbook::Shelves& shelves = core.shelves();
  void* const block = upstream.Allocate(65'536);
  ASSERT_TRUE(shelves.Adopt(0, block, Fit::kWhole));
  EXPECT_EQ(shelves.Return(block), Returned::kShelved) << "class 0 is hot: its shelf must be open";
  void* const other = upstream.Allocate(131'072);
  ASSERT_TRUE(shelves.Adopt(1, other, Fit::kWhole));
  EXPECT_EQ(shelves.Return(other), Returned::kDisowned)
      << "class 1 is cold: its shelf must be closed";
  upstream.Free(other);
}

TEST_F(Ex5_5_core, AColdClassGivesItsIdleBlocksBack) {
  for (int i = 0; i < 4; ++i) core.NoteRequest(0);
  workbook::Shelves& shelves = core.shelves();
  void* const idle = upstream.Allocate(65'536);
  void* const live = upstream.Allocate(65'536);
  ASSERT_TRUE(shelves.Adopt(0, idle, Fit::kWhole));
  ASSERT_TRUE(shelves.Adopt(0, live, Fit::kWhole));
  ASSERT_EQ(shelves.Return(idle), Returned::kShelved);
  for (int epoch = 0; epoch < 4; ++epoch) core.EndEpoch();
  EXPECT_EQ(core.demotions(), 1U);
  EXPECT_EQ(upstream.BytesOf(idle), 0U) << "the idle block of a cold class must go upstream";
  EXPECT_EQ(upstream.BytesOf(live), 65'536U) << "a living block must stay";
  EXPECT_EQ(shelves.Return(live), Returned::kDisowned) << "the shelf of a cold class keeps nothing";
  upstream.Free(live);
  EXPECT_EQ(core.CheckInvariants(), "");
}

TEST_F(Ex5_5_core, ThreadsThatAskAtOnceTurnAClassHotOnce) {
  HybridOptions options = TwoClasses();
  options.heat.cold_epochs = 1000;
  core.Open(options);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this] {
      for (int i = 0; i < 2000; ++i) {
        core.NoteRequest(0);
        if (i % 100 == 0) core.EndEpoch();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(core.promotions(), 1U);
  EXPECT_EQ(core.demotions(), 0U);
}

}  // namespace
