#include <gtest/gtest.h>

#include <set>
#include <string>

#include "decided.h"
#include "decision.h"
#include "in_words.h"
#include "recorded.h"
#include "tiny_trace.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

using testing::Tiny;

constexpr Bar kBar{1.05, 0.6};

// 10 events in a run of 1 ms: eight requests of 100 B and one of 7, one free. Each call was
// measured at 140 ns.
trace::Trace TenCalls() {
  Tiny tiny;
  for (std::uint64_t id = 1; id <= 8; ++id) tiny.Allocate(id, 100);
  trace::Trace trace;
  trace.events = tiny.Allocate(9, 7).Free(1).events();
  trace.summary.run_us = 1000;
  trace.summary.allocate_ns = 9 * 140;
  trace.summary.free_ns = 140;
  trace.summary.minor_faults = 101;
  return trace;
}

TEST(Ex0_6, TheCallsShareIsWithoutTheClock) {
  EXPECT_DOUBLE_EQ(Examine(TenCalls(), {40, 500}).calls, 0.001)
      << "10 calls of 140 ns, 40 of them the clock's: 1000 ns of 1 ms";
}

TEST(Ex0_6, TheFaultsShareIsOfThoseThatCanBeAvoided) {
  EXPECT_DOUBLE_EQ(Examine(TenCalls(), {40, 500}).faults, 0.05)
      << "101 faults were recorded (summary.minor_faults), of which the peak of 807 bytes needs "
         "one; 100 of 500 ns in 1 ms";
}

TEST(Ex0_6, PoolsServeTheMostFrequentSizes) {
  trace::Trace trace;
  Tiny tiny;
  std::uint64_t id = 0;
  for (std::uint64_t size = 1; size <= 10; ++size) {
    for (std::uint64_t time = 0; time < size; ++time) tiny.Allocate(++id, size * 8);
  }
  trace.events = tiny.events();
  EXPECT_DOUBLE_EQ(Examine(trace, {}).pooled, 52.0 / 55.0)
      << "ten sizes, asked for 1 to 10 times: all but the two rarest";
}

TEST(Ex0_6, AnUnmeasuredRunTakesNoTime) {
  trace::Trace trace = TenCalls();
  trace.summary = {};
  const Findings findings = Examine(trace, {40, 500});
  EXPECT_DOUBLE_EQ(findings.calls, 0.0);
  EXPECT_DOUBLE_EQ(findings.faults, 0.0);
}

TEST(Ex0_6, WhereNothingCanBeWonLeaveIt) {
  EXPECT_EQ(Decide({0.01, 0.01, 0.9}, {}, kBar), Advice::kLeaveIt)
      << "1.02 times as fast at most, however well the sizes repeat";
  EXPECT_EQ(Decide({0, 0, 0}, {}, kBar), Advice::kLeaveIt);
}

TEST(Ex0_6, CallsOfFewSizesWantPools) {
  EXPECT_EQ(Decide({0.2, 0, 0.9}, {}, kBar), Advice::kBuildPools);
  EXPECT_EQ(Decide({0.2, 0, 0.6}, {}, kBar), Advice::kBuildPools) << "exactly the bar is enough";
}

TEST(Ex0_6, CallsOfManySizesWantAnotherMalloc) {
  EXPECT_EQ(Decide({0.2, 0, 0.3}, {}, kBar), Advice::kSwapMalloc);
}

TEST(Ex0_6, FaultsAloneWantATunedMalloc) {
  EXPECT_EQ(Decide({0.01, 0.3, 0.9}, {}, kBar), Advice::kTuneMalloc)
      << "the calls are 1 %: pools would not be felt, fewer faults would";
}

TEST(Ex0_6, TheCheapRemedyComesFirst) {
  EXPECT_EQ(Decide({0.2, 0.3, 0.9}, {}, kBar), Advice::kTuneMalloc)
      << "pools would be felt, but sparing the faults is felt as well, and takes no code";
}

TEST(Ex0_6, CallsAndFaultsTogetherCanBeWorthIt) {
  EXPECT_EQ(Decide({0.03, 0.03, 0.9}, {}, kBar), Advice::kTuneMalloc)
      << "neither alone, but together they are 6 % of the run";
}

TEST(Ex0_6, MoreThanTheWholeRunIsStillTheWholeRun) {
  EXPECT_EQ(Decide({0.99, 0.04, 0.9}, {}, kBar), Advice::kBuildPools)
      << "99 % and 4 %, measured on several threads: Ceiling() takes no share above 1";
}

TEST(Ex0_6, ANeedComesBeforeAllNumbers) {
  const Findings nothing_to_win{0, 0, 0};
  EXPECT_EQ(Decide(nothing_to_win, {256, false, false}, kBar), Advice::kBuildForTheNeed)
      << "256 bytes of alignment";
  EXPECT_EQ(Decide(nothing_to_win, {0, true, false}, kBar), Advice::kBuildForTheNeed);
  EXPECT_EQ(Decide({0.2, 0.2, 0.9}, {0, false, true}, kBar), Advice::kBuildForTheNeed);
}

TEST(Ex0_6, WhatMallocGivesIsNoNeed) {
  EXPECT_EQ(Decide({0, 0, 0}, {64, false, false}, kBar), Advice::kLeaveIt)
      << "PyTorch's default aligns to 64 already";
}

TEST(Ex0_6, TheBarDecidesNotAConstant) {
  EXPECT_EQ(Decide({0.2, 0, 0.9}, {}, {2.0, 0.6}), Advice::kLeaveIt) << "wanted: twice as fast";
  EXPECT_EQ(Decide({0.2, 0, 0.9}, {}, {1.05, 0.95}), Advice::kSwapMalloc);
  EXPECT_EQ(Decide({0.01, 0, 0.9}, {}, {1.001, 0.6}), Advice::kBuildPools);
}

// Empty while it is not written: then the failure says what to write about.
std::string ReasonFor(const std::string& trace) {
  try {
    return std::string(OwnReason(trace));
  } catch (const NotImplemented&) {
    return {};
  }
}

::testing::AssertionResult NamesANumber(const std::string& trace, const std::string& reason) {
  if (reason.find_first_of("0123456789") != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  const std::string what = reason.empty() ? "has no reason yet, and so no number"
                                          : "there is no number in \"" + reason + "\"";
  return ::testing::AssertionFailure()
         << trace << ": " << what << ".\n  What you decide of " << testing::Decided(trace);
}

TEST(Ex0_6, EachTraceHasAReasonOfItsOwn) {
  std::set<std::string> reasons;
  for (const char* name : testing::kRecorded) {
    const std::string reason = ReasonFor(name);
    EXPECT_TRUE(NamesANumber(name, reason));
    EXPECT_TRUE(reason.empty() || reasons.insert(reason).second)
        << name << ": the same reason as for another trace: \"" << reason << "\"";
  }
  EXPECT_EQ(ReasonFor("my_own_program"), "") << "a trace that is not one of the six";
}

}  // namespace
}  // namespace workbook
