#include "writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>

#include "error.h"

namespace workbook::trace {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;

char* Put(std::string_view text, char* to) noexcept {
  return std::copy(text.begin(), text.end(), to);
}

char* Put(std::uint64_t number, char* to) noexcept {
  constexpr std::size_t kMostDigits = 20;
  return std::to_chars(to, to + kMostDigits, number).ptr;
}

// A blank and a number.
char* PutField(std::uint64_t number, char* to) noexcept {
  *to = ' ';
  return Put(number, to + 1);
}

char* PutLineBreak(char* to) noexcept {
  *to = '\n';
  return to + 1;
}

}  // namespace

char* FormatHead(char* to) noexcept { return Put("workbook-trace 1\n", to); }

char* FormatEvent(const Event& event, char* to) noexcept {
  const bool allocates = event.kind == Kind::kAllocate;
  *to = allocates ? 'a' : 'f';
  to = PutField(event.id, to + 1);
  if (allocates) to = PutField(event.bytes, to);
  to = PutField(event.thread, to);
  to = PutField(event.microsecond, to);
  if (allocates && event.tag != 0) to = PutField(event.tag, to);
  return PutLineBreak(to);
}

char* FormatTag(std::uint32_t number, std::string_view name, char* to) noexcept {
  to = Put(number, Put("t ", to));
  *to = ' ';
  ++to;
  if (name.empty()) name = "?";
  for (const char c : name.substr(0, kMaxTagNameBytes)) {
    *to = c == '\n' || c == '\r' || c == '\0' ? '?' : c;
    ++to;
  }
  return PutLineBreak(to);
}

char* FormatSummary(const Summary& summary, char* to) noexcept {
  to = Put(summary.run_us, Put("s run_us=", to));
  to = Put(summary.allocate_ns, Put(" allocate_ns=", to));
  to = Put(summary.free_ns, Put(" free_ns=", to));
  to = Put(summary.minor_faults, Put(" minor_faults=", to));
  return PutLineBreak(to);
}

char* FormatEnd(std::uint64_t events, char* to) noexcept {
  return PutLineBreak(Put(events, Put("end ", to)));
}

Writer::Writer(const std::filesystem::path& file)
    : file_(file),
      fd_(open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)),
      buffer_(kBufferBytes) {
  if (fd_ < 0) throw TraceError(file, 0, std::string("cannot be made: ") + std::strerror(errno));
  Take(FormatHead(Room(kMaxFormattedBytes)));
}

Writer::~Writer() {
  try {
    Flush();
  } catch (const TraceError&) {  // Finish() reports it; without Finish() the file is cut anyway
  }
  close(fd_);
}

void Writer::Comment(std::string_view text) {
  text = text.substr(0, kMaxLineBytes / 2);
  char* to = Put("# ", Room(text.size() + 3));
  to = std::replace_copy_if(
      text.begin(), text.end(), to, [](char c) { return c == '\n' || c == '\0'; }, ' ');
  Take(PutLineBreak(to));
}

std::uint32_t Writer::Tag(std::string_view name) {
  Take(FormatTag(++tags_, name, Room(kMaxFormattedTagBytes)));
  return tags_;
}

void Writer::Write(const Event& event) {
  Take(FormatEvent(event, Room(kMaxFormattedBytes)));
  ++events_;
}

void Writer::Finish(const Summary& summary) {
  Take(FormatSummary(summary, Room(kMaxFormattedBytes)));
  Take(FormatEnd(events_, Room(kMaxFormattedBytes)));
  Flush();
}

char* Writer::Room(std::size_t bytes) {
  if (buffer_.size() - used_ < bytes) Flush();
  return buffer_.data() + used_;
}

void Writer::Take(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }

void Writer::Flush() {
  std::size_t written = 0;
  while (written < used_) {
    const ssize_t wrote = write(fd_, buffer_.data() + written, used_ - written);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      used_ = 0;  // the destructor must not try again
      throw TraceError(file_, 0, std::string("cannot be written: ") + std::strerror(errno));
    }
    written += static_cast<std::size_t>(wrote);
  }
  used_ = 0;
}

}  // namespace workbook::trace
