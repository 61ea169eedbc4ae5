#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "event.h"

namespace workbook::trace {

// The lines of the format, one function a kind. They write into the caller's memory, never
// allocate, take no lock and touch no state, so that an allocator can call them on any thread and
// in a signal handler. Each returns the end of what it wrote; nothing is terminated by a zero byte.

/// The most bytes that any of the functions below writes, except FormatTag.
inline constexpr std::size_t kMaxFormattedBytes = 192;
/// The most bytes of a name that FormatTag keeps, and the most that it writes.
inline constexpr std::size_t kMaxTagNameBytes = 256;
inline constexpr std::size_t kMaxFormattedTagBytes = kMaxTagNameBytes + 16;

/// "workbook-trace 1"
char* FormatHead(char* to) noexcept;
/// "a …" or "f …". The tag is left out when it is 0.
char* FormatEvent(const Event& event, char* to) noexcept;
/// "t NUMBER NAME". A longer name is cut; line breaks and zero bytes in it become "?"; an empty
/// name becomes "?" too.
char* FormatTag(std::uint32_t number, std::string_view name, char* to) noexcept;
/// "s …", all four numbers.
char* FormatSummary(const Summary& summary, char* to) noexcept;
/// "end NUMBER"
char* FormatEnd(std::uint64_t events, char* to) noexcept;

/// Writes a trace file. Events are buffered; nothing is allocated for one. Not for use from several
/// threads. It does not check what it is given: read the file to know.
class Writer {
 public:
  /// Makes the file or empties it, and writes the first line.
  /// @throws TraceError  when that is not possible
  explicit Writer(const std::filesystem::path& file);

  /// Writes what is buffered. Without Finish() before, the file has no "end" line.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// "# TEXT". Line breaks in it become blanks.
  void Comment(std::string_view text);
  /// @return the tag's number, to be used in events: 1 for the first
  std::uint32_t Tag(std::string_view name);
  void Write(const Event& event);
  /// Writes the summary and the "end" line, and flushes. Nothing may follow.
  /// @throws TraceError  when the disk is full or gone
  void Finish(const Summary& summary = {});

 private:
  char* Room(std::size_t bytes);
  void Take(const char* end);
  void Flush();

  std::filesystem::path file_;
  int fd_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::uint64_t events_ = 0;
  std::uint32_t tags_ = 0;
};

}  // namespace workbook::trace
