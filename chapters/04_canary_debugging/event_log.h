#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace workbook {

enum class EventKind : std::uint8_t { kAllocate, kFree };

/// One call that a heap answered.
struct LogEvent {
  EventKind kind = EventKind::kAllocate;
  std::uint64_t serial = 0;  // of the block
  std::uint64_t payload_bytes = 0;
  const void* payload = nullptr;
  int thread = 0;  // that made the call

  bool operator==(const LogEvent&) const = default;
};

/// What an EventLog keeps and prints. Both are off by default.
struct LogOptions {
  std::size_t ring_events = 0;  ///< how many events are kept in memory; 0: none
  int verbose_fd = -1;          ///< a line for each event is written here: 2 for standard error, or
                                ///< a file that you opened and keep open; -1: nowhere
  std::size_t least_bytes = 0;  ///< events of smaller blocks are passed over
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();  ///< … and of larger ones
};

/// The longest line that FormatEvent writes, its end of line included.
inline constexpr std::size_t kEventLineBytes = 112;

/// The last events of a heap. The memory of the ring is taken once, in the constructor: recording
/// never asks anybody for memory, and so never calls the allocator that it records.
///
/// Record() and Last() need the ledger's lock held; Write() takes none.
class EventLog {
 public:
  /// @throws std::bad_alloc
  explicit EventLog(const LogOptions& options);

  /// Whether an event of a block of this size is to be recorded or printed. False, at the cost of
  /// one comparison, while both are off.
  bool Wants(std::size_t payload_bytes) const;

  /// Keeps an event, over the oldest one when the ring is full. Does nothing without a ring.
  void Record(const LogEvent& event);

  /// The last `count` events, the oldest of them first; fewer when fewer are kept.
  std::vector<LogEvent> Last(std::size_t count) const;

  /// Writes the event as one line to verbose_fd, with one write(2) so that the lines of two threads
  /// do not mix. Does nothing when that is off. Errors are ignored: a full disk must not stop a
  /// training. Keeps errno.
  void Write(const LogEvent& event) const;

 private:
  const LogOptions options_;
  const bool on_;
  std::unique_ptr<LogEvent[]> ring_;
  std::uint64_t recorded_ = 0;  // events so far; the next goes to recorded_ % ring_events
};

/// Writes "allocate #41 400 bytes at 0x5581e040 by thread 1234\n", or the same with "free".
/// @param line  room for kEventLineBytes; not ended by a zero
/// @return how many characters
std::size_t FormatEvent(const LogEvent& event, char* line);

}  // namespace workbook
