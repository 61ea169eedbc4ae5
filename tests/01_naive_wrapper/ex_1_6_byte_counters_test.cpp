#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "byte_counters.h"
#include "interrupted.h"

namespace workbook {
namespace {

using test_support::Interrupted;

std::string Show(const ByteStatistics& now) {
  return "  counted: " + std::to_string(now.live_bytes) + " bytes live in " +
         std::to_string(now.live_blocks) + " blocks, peak " + std::to_string(now.peak_bytes) +
         ", " + std::to_string(now.total_allocations) + " allocations in all";
}

/// Lets all threads of a test go on together.
class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void Wait() {
    const int turn = turn_.load();
    if (waiting_.fetch_add(1) + 1 == threads_) {
      waiting_.store(0);
      turn_.store(turn + 1);
    } else {
      while (turn_.load() == turn) std::this_thread::yield();
    }
  }

 private:
  const int threads_;
  std::atomic<int> waiting_{0};
  std::atomic<int> turn_{0};
};

template <typename Body>
void OnThreads(int count, Body body) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int t = 0; t < count; ++t) threads.emplace_back(body, t);
  for (std::thread& thread : threads) thread.join();
}

TEST(Ex1_6, CountsLiveBytesAndBlocks) {
  ByteCounters counters;
  counters.RecordAllocation(100);
  counters.RecordAllocation(20);
  EXPECT_EQ(counters.Read().live_bytes, 120U);
  EXPECT_EQ(counters.Read().live_blocks, 2U);
  counters.RecordFree(100);
  EXPECT_EQ(counters.Read().live_bytes, 20U);
  EXPECT_EQ(counters.Read().live_blocks, 1U);
}

TEST(Ex1_6, StartsAtZero) {
  const ByteStatistics now = ByteCounters().Read();
  EXPECT_EQ(now.live_bytes + now.live_blocks + now.peak_bytes + now.total_allocations, 0U);
}

TEST(Ex1_6, ThePeakIsTheMostEverLiveAtOnce) {
  ByteCounters counters;
  counters.RecordAllocation(100);
  counters.RecordAllocation(20);
  EXPECT_EQ(counters.Read().peak_bytes, 120U) << "both blocks were live together";
  counters.RecordFree(100);
  counters.RecordAllocation(50);  // 70 live, fewer than before
  EXPECT_EQ(counters.Read().peak_bytes, 120U) << Show(counters.Read());
  counters.RecordAllocation(60);  // 130
  EXPECT_EQ(counters.Read().peak_bytes, 130U) << Show(counters.Read());
}

TEST(Ex1_6, AFreeLeavesPeakAndTotal) {
  ByteCounters counters;
  counters.RecordAllocation(100);
  counters.RecordFree(100);
  EXPECT_EQ(counters.Read().peak_bytes, 100U);
  EXPECT_EQ(counters.Read().total_allocations, 1U);
  EXPECT_EQ(counters.Read().live_blocks, 0U);
}

TEST(Ex1_6, TheTotalCountsEveryAllocation) {
  ByteCounters counters;
  for (int i = 0; i < 1000; ++i) {
    counters.RecordAllocation(8);
    counters.RecordFree(8);
  }
  EXPECT_EQ(counters.Read().total_allocations, 1000U);
  EXPECT_EQ(counters.Read().live_bytes, 0U);
}

TEST(Ex1_6, SizesBeyond32BitsAreCounted) {
  constexpr std::uint64_t kLarge = (std::uint64_t{5} << 30) + 7;
  ByteCounters counters;
  counters.RecordAllocation(kLarge);
  counters.RecordAllocation(kLarge);
  EXPECT_EQ(counters.Read().live_bytes, 2 * kLarge);
  EXPECT_EQ(counters.Read().peak_bytes, 2 * kLarge);
}

TEST(Ex1_6, ANewPeakStartsAtWhatIsLive) {
  ByteCounters counters;
  counters.RecordAllocation(1000);
  counters.RecordAllocation(10);
  counters.RecordFree(1000);
  counters.ResetPeak();
  EXPECT_EQ(counters.Read().peak_bytes, 10U) << "10 bytes are live, so they are the peak so far";
  EXPECT_EQ(counters.Read().live_bytes, 10U) << "a reset of the peak frees nothing";
  EXPECT_EQ(counters.Read().total_allocations, 2U);
  counters.RecordAllocation(5);
  EXPECT_EQ(counters.Read().peak_bytes, 15U);
}

TEST(Ex1_6, FollowsARandomWalk) {
  std::mt19937 random(7);
  ByteCounters counters;
  std::vector<std::size_t> blocks;
  std::uint64_t live = 0;
  std::uint64_t peak = 0;
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    if (!blocks.empty() && random() % 2 == 0) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      live -= blocks.back();
      counters.RecordFree(blocks.back());
      blocks.pop_back();
    } else {
      blocks.push_back(random() % 10'000);
      live += blocks.back();
      peak = std::max(peak, live);
      counters.RecordAllocation(blocks.back());
    }
    const ByteStatistics now = counters.Read();
    ASSERT_EQ(now.live_bytes, live) << "step " << step << '\n' << Show(now);
    ASSERT_EQ(now.live_blocks, blocks.size()) << "step " << step << '\n' << Show(now);
    ASSERT_EQ(now.peak_bytes, peak) << "step " << step << '\n' << Show(now);
  }
}

TEST(Ex1_6, ABlockMayBeFreedOnAnotherThread) {
  ByteCounters counters;
  OnThreads(1, [&](int) { counters.RecordAllocation(64); });
  OnThreads(1, [&](int) { counters.RecordFree(64); });
  EXPECT_EQ(counters.Read().live_bytes, 0U);
  EXPECT_EQ(counters.Read().live_blocks, 0U);
}

// All threads hold a block before any frees: in each round the true peak is known exactly.
TEST(Ex1_6, ThePeakIsExactBetweenThreads) {
  constexpr int kThreads = 4;
  ByteCounters counters;
  Barrier barrier(kThreads);
  OnThreads(kThreads, [&](int thread) {
    for (int round = 0; round < 50; ++round) {
      counters.RecordAllocation(10);
      barrier.Wait();
      if (thread == 0) {
        EXPECT_EQ(counters.Read().peak_bytes, 10U * kThreads) << "four threads hold 10 bytes each";
      }
      barrier.Wait();
      counters.RecordFree(10);
    }
  });
}

TEST(Ex1_6, FourThreadsCountAtOnce) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 100'000;
  ByteCounters counters;
  OnThreads(kThreads, [&](int thread) {
    for (int i = 0; i < kRounds; ++i) {
      counters.RecordAllocation(static_cast<std::size_t>(thread + 1));
      if (i % 2 == 0) counters.RecordFree(static_cast<std::size_t>(thread + 1));
    }
  });
  const ByteStatistics now = counters.Read();
  const std::string lost =
      "four threads counted at once, and additions were lost: reading a counter and writing it "
      "back must be one step\n" +
      Show(now);
  EXPECT_EQ(now.total_allocations, std::uint64_t{kThreads} * kRounds) << lost;
  EXPECT_EQ(now.live_blocks, std::uint64_t{kThreads} * kRounds / 2) << lost;
  EXPECT_EQ(now.live_bytes, std::uint64_t{1 + 2 + 3 + 4} * kRounds / 2) << lost;
  EXPECT_GE(now.peak_bytes, now.live_bytes) << "the peak is the most that was ever live";
}

// Where to stop a call: after each of its instructions, or, where a compiler that doesn't optimise
// makes many of them, at about 80 places.
std::vector<std::uint64_t> Stops(void (*call)(ByteCounters&)) {
  ByteCounters counters;
  call(counters);  // the first call also looks for the functions that it calls
  const std::uint64_t count = Interrupted::Count([&] { call(counters); });
  std::vector<std::uint64_t> stops{0};
  for (std::uint64_t at = 1; at < count; at += 1 + count / 80) stops.push_back(at);
  return stops;
}

void Allocate100(ByteCounters& counters) { counters.RecordAllocation(100); }
void Free50(ByteCounters& counters) { counters.RecordFree(50); }

struct Counts {
  std::uint64_t live_bytes, live_blocks, total_allocations;
};

// One thread is stopped in the middle of its call; just then another allocates 20 bytes and
// frees 3.
void ExpectNothingLost(void (*call)(ByteCounters&), const Counts& expected) {
  for (const std::uint64_t instructions : Stops(call)) {
    ByteCounters counters;
    counters.RecordAllocation(50);
    counters.RecordAllocation(3);
    const auto other = [&] {
      counters.RecordAllocation(20);
      counters.RecordFree(3);
    };
    if (!Interrupted::After(
            instructions, [&] { call(counters); }, other))
      other();
    const ByteStatistics now = counters.Read();
    const std::string lost =
        "one thread was stopped in the middle of its call while another one counted, and a change "
        "was lost:\nreading a counter and writing it back must be one step\n" +
        Show(now);
    ASSERT_EQ(now.total_allocations, expected.total_allocations) << lost;
    ASSERT_EQ(now.live_blocks, expected.live_blocks) << lost;
    ASSERT_EQ(now.live_bytes, expected.live_bytes) << lost;
  }
}

TEST(Ex1_6, LosesNothingBetweenThreads) {
  ExpectNothingLost(&Allocate100, {.live_bytes = 170, .live_blocks = 3, .total_allocations = 4});
  ExpectNothingLost(&Free50, {.live_bytes = 20, .live_blocks = 1, .total_allocations = 3});
}

// A thread that is stopped between its look at the peak and its write would write an old, lower
// one.
TEST(Ex1_6, ThePeakNeverFalls) {
  for (const std::uint64_t instructions : Stops(&Allocate100)) {
    ByteCounters counters;
    std::uint64_t seen = 0;
    Interrupted::After(
        instructions, [&] { counters.RecordAllocation(100); },
        [&] {
          counters.RecordAllocation(20);
          seen = counters.Read().peak_bytes;
        });
    ASSERT_GE(counters.Read().peak_bytes, seen)
        << "nothing was freed, yet the peak fell from " << seen << " to "
        << counters.Read().peak_bytes << ": a late thread overwrote a higher peak with its own";
  }
}

// One thread is stopped in the middle of its call, and another frees a block just then. If the
// addition was done by that time, both blocks were live together.
TEST(Ex1_6, ThePeakHoldsTheSumOfItsOwnAddition) {
  for (const std::uint64_t instructions : Stops(&Allocate100)) {
    ByteCounters counters;
    counters.RecordAllocation(50);
    std::uint64_t most = 100;
    const bool stopped = Interrupted::After(
        instructions, [&] { counters.RecordAllocation(100); },
        [&] {
          most = std::max(most, counters.Read().live_bytes);
          counters.RecordFree(50);
        });
    ASSERT_EQ(counters.Read().peak_bytes, stopped ? most : 150)
        << "50 bytes were live and 100 were added: " << most << " together. Then another thread\n"
        << "freed the 50, before the peak was raised. The peak must be the sum that the addition\n"
        << "itself returned; a second look at the live bytes comes too late\n"
        << Show(counters.Read());
  }
}

// Two threads hold 10 and 20 bytes. The slow one has added its 10 and stands still; the fast one
// adds 20, and is stopped somewhere in its call until the slow one has raised the peak to 10.
// Wherever that happens: 30 bytes are live, and the fast one must see to it.
TEST(Ex1_6, APeakRaisedMeanwhileIsRaisedAgain) {
  for (const std::uint64_t instructions : Stops(&Allocate100)) {
    ByteCounters counters;
    std::atomic<bool> slow_stands{false};
    std::atomic<bool> slow_may_go{false};
    std::atomic<bool> slow_is_done{false};
    std::thread slow([&] {
      Interrupted::When([&] { return counters.Read().live_bytes == 10; },
                        [&] { counters.RecordAllocation(10); },
                        [&] {
                          slow_stands = true;
                          while (!slow_may_go) std::this_thread::yield();
                        });
      slow_is_done = true;
    });
    while (!slow_stands && !slow_is_done) std::this_thread::yield();
    Interrupted::After(
        instructions, [&] { counters.RecordAllocation(20); },
        [&] {
          slow_may_go = true;
          while (!slow_is_done) std::this_thread::yield();
        });
    slow_may_go = true;
    slow.join();
    ASSERT_EQ(counters.Read().peak_bytes, 30U)
        << "10 and 20 bytes are live and nothing was freed. While one thread raised the peak to "
           "30,\nanother raised it to 10: an exchange that fails must look again, until the peak "
           "is\nhigh enough\n"
        << Show(counters.Read());
  }
}

}  // namespace
}  // namespace workbook
