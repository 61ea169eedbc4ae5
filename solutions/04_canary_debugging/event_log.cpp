#include "event_log.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "workbook/not_implemented.h"

namespace workbook {

EventLog::EventLog(const LogOptions& options)
    : options_(options),
      on_(options.ring_events > 0 || options.verbose_fd >= 0),
      ring_(options.ring_events > 0 ? new LogEvent[options.ring_events] : nullptr) {}

bool EventLog::Wants(std::size_t payload_bytes) const {
  if (!on_) return false;
  // [exercise 4.7]
  return payload_bytes >= options_.least_bytes && payload_bytes <= options_.most_bytes;
  // [end 4.7]
}

void EventLog::Record(const LogEvent& event) {
  if (ring_ == nullptr) return;
  // [exercise 4.7b]
  ring_[recorded_ % options_.ring_events] = event;
  ++recorded_;
  // [end 4.7b]
}

std::vector<LogEvent> EventLog::Last(std::size_t count) const {
  std::vector<LogEvent> events;
  // [exercise 4.7c]
  const std::uint64_t kept = std::min<std::uint64_t>(recorded_, options_.ring_events);
  for (std::uint64_t back = std::min<std::uint64_t>(count, kept); back > 0; --back)
    events.push_back(ring_[(recorded_ - back) % options_.ring_events]);
  // [end 4.7c]
  return events;
}

std::size_t FormatEvent(const LogEvent& event, char* line) {
  const char* const verb = event.kind == EventKind::kAllocate ? "allocate" : "free";
  // [exercise 4.7d]
  // snprintf takes no memory for numbers and pointers. The longest line has 104 characters.
  const int length = std::snprintf(
      line, kEventLineBytes, "%s #%llu %llu bytes at %p by thread %d\n", verb,
      static_cast<unsigned long long>(event.serial),
      static_cast<unsigned long long>(event.payload_bytes), event.payload, event.thread);
  return static_cast<std::size_t>(length);
  // [end 4.7d]
}

void EventLog::Write(const LogEvent& event) const {
  if (options_.verbose_fd < 0) return;
  const int error_before = errno;
  char line[kEventLineBytes];
  const std::size_t length = FormatEvent(event, line);
  [[maybe_unused]] const auto written = write(options_.verbose_fd, line, length);
  errno = error_before;
}

}  // namespace workbook
