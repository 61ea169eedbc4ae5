#include "trace/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "made_up.h"
#include "trace/load.h"
#include "trace/reader.h"

namespace workbook::trace {
namespace {

const std::filesystem::path kSample =
    std::filesystem::path(WORKBOOK_SOURCE_FOLDER) / "tests" / "trace" / "sample.trace";

Event Allocate(std::uint64_t id, std::uint64_t bytes, std::uint32_t tag = 0) {
  return {.tag = tag, .id = id, .bytes = bytes, .microsecond = id};
}

Event Free(const Event& block, std::uint64_t microsecond, std::uint32_t thread = 0) {
  Event event = block;
  event.kind = Kind::kFree;
  event.thread = thread;
  event.microsecond = microsecond;
  return event;
}

Analysis Of(std::vector<Event> events, std::vector<std::string> tags = {""}) {
  Trace trace;
  trace.events = std::move(events);
  trace.tags = std::move(tags);
  return Analyze(trace);
}

TEST(Analysis, CountsTheSampleAsByHand) {
  const Analysis analysis = Analyze(Load(kSample));
  EXPECT_EQ(analysis.events, 10u);
  EXPECT_EQ(analysis.allocations, 5u);
  EXPECT_EQ(analysis.frees, 5u);
  EXPECT_EQ(analysis.empty_requests, 1u);
  EXPECT_EQ(analysis.requested_bytes, 3 * 4096u + 1048576u);
  EXPECT_EQ(analysis.peak_bytes, 1048576u + 2 * 4096u);
  EXPECT_EQ(analysis.peak_blocks, 3u);
  EXPECT_EQ(analysis.peak_event, 7u);
  EXPECT_EQ(analysis.end_blocks, 0u);
  EXPECT_DOUBLE_EQ(analysis.repeat_share, 0.5);  // the second and third of 4,096, of four
  EXPECT_DOUBLE_EQ(analysis.reuse_share, 0.25);  // only the first block was free by then
  ASSERT_EQ(analysis.sizes.size(), 2u);
  EXPECT_EQ(analysis.sizes[0].bytes, 4096u);
  EXPECT_EQ(analysis.sizes[0].requests, 3u);
  EXPECT_EQ(analysis.sizes[0].most_live, 2u);
  ASSERT_EQ(analysis.threads.size(), 2u);
  EXPECT_EQ(analysis.threads[1].frees_of_others, 1u);
}

TEST(Analysis, BlamesThePeakOnWhoHeldItThenAndNotOnWhoAskedMost) {
  const Event kept = Allocate(1, 600, 1);
  const Event passing = Allocate(2, 500, 2);
  const Event later = Allocate(3, 900, 2);
  const Analysis analysis =
      Of({kept, passing, Free(passing, 2), Free(kept, 2), later, Free(later, 4)},
         {"", "kept", "busy"});
  EXPECT_EQ(analysis.peak_bytes, 1100u);
  EXPECT_EQ(analysis.tags.at(0).name, "kept");
  EXPECT_EQ(analysis.tags.at(0).bytes_at_peak, 600u);
  EXPECT_EQ(analysis.tags.at(1).bytes_at_peak, 500u);
  EXPECT_EQ(analysis.tags.at(1).requested_bytes, 1400u);
}

TEST(Analysis, FindsAPeakThatLastsToTheEnd) {
  const Analysis analysis = Of({Allocate(1, 5, 1), Allocate(2, 6, 1)}, {"", "op"});
  EXPECT_EQ(analysis.peak_bytes, 11u);
  EXPECT_EQ(analysis.tags.at(0).bytes_at_peak, 11u);
  EXPECT_EQ(analysis.end_bytes, 11u);
  EXPECT_EQ(analysis.lifetimes.never_freed, 2u);
}

TEST(Analysis, TellsAFreedBlockAtHandFromAMereRepeat) {
  const Event first = Allocate(1, 64);
  // The second of 64 bytes finds the first one still live; the third finds one of the two freed.
  const Analysis analysis = Of({first, Allocate(2, 64), Free(first, 2), Allocate(3, 64)});
  EXPECT_DOUBLE_EQ(analysis.repeat_share, 2.0 / 3);
  EXPECT_DOUBLE_EQ(analysis.reuse_share, 1.0 / 3);
}

TEST(Analysis, MeasuresLifetimesInEventsAndTime) {
  std::vector<Event> events;
  for (std::uint64_t id = 1; id <= 9; ++id) {
    events.push_back(Allocate(id, 8));
    events.push_back(Free(events.back(), id + 1));
  }
  const Event old = Allocate(10, 8);
  events.insert(events.begin(), Allocate(0, 8));
  events.push_back(old);
  events.push_back(Free(events.front(), 1000));
  const Lifetimes lives = Of(events).lifetimes;
  EXPECT_EQ(lives.freed, 10u);
  EXPECT_EQ(lives.never_freed, 1u);
  EXPECT_EQ(lives.median_events, 1u);
  EXPECT_EQ(lives.ninth_decile_events, 1u);
  EXPECT_EQ(lives.median_us, 1u);
  EXPECT_EQ(lives.longest_us, 1000u);
}

TEST(Analysis, SaysNothingOfAnEmptyTrace) {
  const Analysis analysis = Of({});
  EXPECT_EQ(analysis.events, 0u);
  EXPECT_EQ(analysis.peak_bytes, 0u);
  EXPECT_EQ(analysis.repeat_share, 0);
  EXPECT_TRUE(analysis.sizes.empty());
}

// The same numbers by the plainest means: every event looked at with maps of everything.
TEST(Analysis, AgreesWithAPlainCountOfRandomTraces) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const TemporaryFile file;
    const std::vector<Event> events =
        MakeUpTrace({.seed = seed, .events = 3000, .threads = 3}, file.path());
    Reader reader(file.path());
    const Analysis analysis = Analyze(reader);
    std::map<std::uint32_t, std::uint64_t> live_of;
    std::map<std::uint32_t, std::uint64_t> at_peak;
    std::uint64_t live = 0;
    std::uint64_t peak = 0;
    for (const Event& event : events) {
      const bool allocates = event.kind == Kind::kAllocate;
      live += allocates ? event.bytes : 0 - event.bytes;
      live_of[event.tag] += allocates ? event.bytes : 0 - event.bytes;
      if (live > peak) {
        peak = live;
        at_peak = live_of;
      }
    }
    EXPECT_EQ(analysis.peak_bytes, peak) << "seed " << seed;
    EXPECT_EQ(analysis.end_bytes, live) << "seed " << seed;
    for (const TagUse& tag : analysis.tags) {
      const auto number = static_cast<std::uint32_t>(
          std::find(reader.tags().begin(), reader.tags().end(), tag.name) - reader.tags().begin());
      EXPECT_EQ(tag.bytes_at_peak, at_peak[number]) << tag.name << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace workbook::trace
