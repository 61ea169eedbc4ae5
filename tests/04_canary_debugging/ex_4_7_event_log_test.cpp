#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "event_log.h"
#include "test_heap.h"

// Every operator new of the program, the stage's too, is counted. Not inlined: g++ would see a
// free() without its malloc() and call it a mistake.
static thread_local int news = 0;
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++news;
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using workbook::EventKind;
using workbook::EventLog;
using workbook::FormatEvent;
using workbook::kEventLineBytes;
using workbook::LogEvent;
using workbook::testing::TestHeap;

LogEvent Event(std::uint64_t serial) {
  return {EventKind::kAllocate, serial, 10 * serial, reinterpret_cast<void*>(0x40), 7};
}

std::vector<std::uint64_t> Serials(const std::vector<LogEvent>& events) {
  std::vector<std::uint64_t> serials;
  for (const LogEvent& event : events) serials.push_back(event.serial);
  return serials;
}

using Numbers = std::vector<std::uint64_t>;

TEST(Ex4_7, KeepsEventsInTheirOrder) {
  EventLog log({.ring_events = 8});
  EXPECT_EQ(log.Last(8).size(), 0U);
  for (std::uint64_t serial = 1; serial <= 5; ++serial) log.Record(Event(serial));
  EXPECT_EQ(Serials(log.Last(8)), (Numbers{1, 2, 3, 4, 5}));
  EXPECT_EQ(log.Last(1)[0], Event(5)) << "an event came back as another";
}

TEST(Ex4_7, AFullRingForgetsTheOldest) {
  EventLog log({.ring_events = 5});
  for (std::uint64_t serial = 1; serial <= 23; ++serial) {
    log.Record(Event(serial));
    Numbers wanted;
    for (std::uint64_t i = serial > 5 ? serial - 4 : 1; i <= serial; ++i) wanted.push_back(i);
    ASSERT_EQ(Serials(log.Last(5)), wanted) << "after event " << serial << ", ring of 5";
    ASSERT_EQ(Serials(log.Last(1'000'000)), wanted) << "more asked for than there are";
  }
  EXPECT_EQ(Serials(log.Last(2)), (Numbers{22, 23})) << "the last two, the older first";
  EXPECT_EQ(log.Last(0).size(), 0U);
}

TEST(Ex4_7, PassesOverBlocksOutsideTheFilter) {
  const EventLog log({.ring_events = 8, .least_bytes = 100, .most_bytes = 200});
  EXPECT_FALSE(log.Wants(99));
  EXPECT_TRUE(log.Wants(100)) << "least_bytes itself is inside";
  EXPECT_TRUE(log.Wants(200)) << "most_bytes itself is inside";
  EXPECT_FALSE(log.Wants(201));
  const EventLog all({.ring_events = 8});
  EXPECT_TRUE(all.Wants(0));
  EXPECT_TRUE(all.Wants(std::numeric_limits<std::size_t>::max()));
}

TEST(Ex4_7, WantsNothingWhileItIsOff) {
  EventLog off({});
  EXPECT_FALSE(off.Wants(100));
  off.Record(Event(1));
  off.Write(Event(1));
  EXPECT_EQ(off.Last(10).size(), 0U);
  EXPECT_TRUE(EventLog({.verbose_fd = 2}).Wants(100)) << "lines without a ring are a log too";
}

std::string Line(const LogEvent& event) {
  char line[kEventLineBytes + 8];
  std::fill(std::begin(line), std::end(line), '#');
  const std::size_t length = FormatEvent(event, line);
  EXPECT_LE(length, kEventLineBytes) << "longer than the room that the caller has";
  for (std::size_t i = kEventLineBytes; i < sizeof(line); ++i)
    EXPECT_EQ(line[i], '#') << "written behind the room that the caller has";
  return {line, std::min(length, kEventLineBytes)};
}

TEST(Ex4_7, WritesAnEventAsALine) {
  EXPECT_EQ(Line(Event(41)), "allocate #41 410 bytes at 0x40 by thread 7\n");
  LogEvent freed = Event(41);
  freed.kind = EventKind::kFree;
  EXPECT_EQ(Line(freed), "free #41 410 bytes at 0x40 by thread 7\n");
}

TEST(Ex4_7, TheLongestLineIsStillALine) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  const LogEvent longest{EventKind::kAllocate, kMost, kMost, reinterpret_cast<void*>(kMost),
                         std::numeric_limits<int>::min()};
  const std::string line = Line(longest);
  EXPECT_EQ(line.back(), '\n') << line;
  EXPECT_NE(line.find("18446744073709551615 bytes"), std::string::npos) << line;
}

TEST(Ex4_7, TakesNoMemoryForAnEvent) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EventLog log({.ring_events = 4, .verbose_fd = ends[1]});
  const int before = news;
  for (std::uint64_t serial = 1; serial <= 20; ++serial) {
    log.Record(Event(serial * 1'000'000'000));
    log.Write(Event(serial * 1'000'000'000));
  }
  EXPECT_EQ(news, before) << "recording asked for memory " << news - before
                          << " times: when the log's owner is the allocator, that never ends";
  close(ends[0]);
  close(ends[1]);
}

std::string ReadAll(int fd) {
  std::string text(4096, ' ');
  const ssize_t got = read(fd, text.data(), text.size());
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return text;
}

TEST(Ex4_7_Heap, PrintsAndKeepsItsCalls) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  TestHeap heap({.log = {.ring_events = 16, .verbose_fd = ends[1], .least_bytes = 50}});
  unsigned char* const small = heap.Allocate(49);
  unsigned char* const large = heap.Allocate(50);
  TestHeap::Free(small);
  TestHeap::Free(large);
  close(ends[1]);
  const std::vector<LogEvent> events = heap->Events(16);
  ASSERT_EQ(events.size(), 2U) << "blocks of less than 50 bytes are passed over, also when freed";
  EXPECT_EQ(events[0].kind, EventKind::kAllocate);
  EXPECT_EQ(events[1].kind, EventKind::kFree);
  EXPECT_EQ(events[0].payload, large);
  EXPECT_EQ(events[1].serial, events[0].serial);
  EXPECT_EQ(ReadAll(ends[0]), Line(events[0]) + Line(events[1]));
  close(ends[0]);
}

TEST(Ex4_7_Heap, AClosedFileStopsNothing) {
  TestHeap heap({.log = {.verbose_fd = 9999}});
  errno = 3;
  TestHeap::Free(heap.Allocate(50));
  EXPECT_EQ(errno, 3) << "a call of the allocator changed errno under its caller's feet";
  EXPECT_EQ(heap.upstream().live(), 0);
}

}  // namespace
