#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "trace/event.h"

namespace workbook::testing {

using Events = std::vector<trace::Event>;

/// A trace written by hand: `Tiny().Allocate(1, 100).Free(1).events()`. A free gets the bytes and
/// the tag of its allocation, as the reader of trace files does it.
class Tiny {
 public:
  Tiny& Allocate(std::uint64_t id, std::uint64_t bytes, std::uint32_t tag = 0,
                 std::uint32_t thread = 0) {
    return Add(trace::Kind::kAllocate, id, bytes, tag, thread);
  }
  Tiny& Free(std::uint64_t id, std::uint32_t thread = 0) {
    const auto born = std::find_if(events_.begin(), events_.end(), [id](const trace::Event& event) {
      return event.kind == trace::Kind::kAllocate && event.id == id;
    });
    if (born == events_.end())
      throw std::logic_error("a hand-written trace frees what it never had");
    return Add(trace::Kind::kFree, id, born->bytes, born->tag, thread);
  }
  [[nodiscard]] const Events& events() const { return events_; }

 private:
  Tiny& Add(trace::Kind kind, std::uint64_t id, std::uint64_t bytes, std::uint32_t tag,
            std::uint32_t thread) {
    trace::Event event{};
    event.kind = kind;
    event.thread = thread;
    event.tag = tag;
    event.id = id;
    event.bytes = bytes;
    event.microsecond = 10 * events_.size();
    events_.push_back(event);
    return *this;
  }

  Events events_;
};

/// A trace as random as `seed` makes it, right in itself: what is freed was live. Small sizes, so
/// that sums meet; now and then a block of zero bytes; two threads, three tags.
inline Events RandomEvents(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  Tiny tiny;
  std::vector<std::uint64_t> live;
  for (std::uint64_t id = 1; tiny.events().size() < count; ++id) {
    if (!live.empty() && random() % 5 < 2) {
      const std::size_t at = random() % live.size();
      tiny.Free(live[at], random() % 2);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
      continue;
    }
    const std::uint64_t bytes = random() % 8 == 0 ? 0 : (1 + random() % 9) * 100;
    tiny.Allocate(id, bytes, random() % 3, random() % 2);
    live.push_back(id);
  }
  return tiny.events();
}

/// "100 B", "64 KiB", "2 MiB": in the largest unit that leaves no rest.
inline std::string InUnits(std::uint64_t bytes) {
  static constexpr std::uint64_t kKiB = 1024;
  if (bytes == 0 || bytes % kKiB != 0) return std::to_string(bytes) + " B";
  if (bytes % (kKiB * kKiB) != 0) return std::to_string(bytes / kKiB) + " KiB";
  return std::to_string(bytes / (kKiB * kKiB)) + " MiB";
}

/// Draws the first events of a trace, and what is live after each:
///
///      after   event                           live
///          1   + block 1, 100 B               100 B  ##############################
///          2   - block 1, 100 B                 0 B
inline std::string Draw(std::span<const trace::Event> events) {
  static constexpr std::size_t kLines = 14;
  static constexpr std::uint64_t kColumns = 30;
  std::vector<std::uint64_t> live_after;
  std::uint64_t live = 0;
  std::uint64_t most = 1;
  for (const trace::Event& event : events.first(std::min(events.size(), kLines))) {
    live += event.kind == trace::Kind::kAllocate ? event.bytes : std::uint64_t{0} - event.bytes;
    live_after.push_back(live);
    most = std::max(most, live);
  }
  std::ostringstream out;
  out << "\n  after   event" << std::string(27, ' ') << "live\n";
  for (std::size_t i = 0; i < live_after.size(); ++i) {
    const trace::Event& event = events[i];
    const bool allocates = event.kind == trace::Kind::kAllocate;
    std::ostringstream words;
    words << (allocates ? "+" : "-") << " block " << event.id << ", " << InUnits(event.bytes);
    if (event.tag != 0) words << ", tag " << event.tag;
    if (event.thread != 0) words << ", thread " << event.thread;
    const auto bar = static_cast<std::size_t>(static_cast<double>(live_after[i]) /
                                              static_cast<double>(most) * kColumns);
    out << std::setw(7) << i + 1 << "   " << std::left << std::setw(28) << words.str() << std::right
        << std::setw(8) << InUnits(live_after[i]) << (bar == 0 ? "" : "  ") << std::string(bar, '#')
        << "\n";
  }
  if (events.size() > kLines) out << "    ...   " << events.size() << " events in all\n";
  return out.str();
}

/// Whether an answer, put into words, is the expected one; else both and the trace, drawn.
inline ::testing::AssertionResult SaysOf(std::span<const trace::Event> events, const char* what,
                                         const std::string& expected, const std::string& yours) {
  if (yours == expected) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << what << ": " << expected << ". Yours: " << yours << Draw(events);
}

}  // namespace workbook::testing
