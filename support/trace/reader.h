#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "event.h"
#include "lines.h"
#include "live_blocks.h"

namespace workbook::trace {

/// Reads a trace file of version 1 (docs/trace-format.md) as a stream, and checks all of it.
///
/// Memory: a buffer of fixed size, the blocks that are live, the tags, 8 bytes a thread. So a file
/// of any length can be read. Not for use from several threads.
class Reader {
 public:
  /// Reads the first line.
  /// @throws TraceError  when the file cannot be opened or is no trace of version 1
  explicit Reader(const std::filesystem::path& file);

  /// Takes the next event.
  /// @return false at the end of the file, then and ever after
  /// @throws TraceError  with line and reason for anything that the format does not allow. The
  ///         reader must not be used afterwards.
  bool Next(Event& event);

  /// All tags read so far; [0] is the empty name. The line of a tag stands before its first use.
  [[nodiscard]] const std::vector<std::string>& tags() const { return tags_; }
  /// Whole once Next() has returned false.
  [[nodiscard]] const Summary& summary() const { return summary_; }
  /// The comments before the first event, without their "# "; at most the first 32.
  [[nodiscard]] const std::vector<std::string>& comments() const { return comments_; }
  /// Whether the file had its `end` line. False until Next() has returned false.
  [[nodiscard]] bool complete() const { return complete_; }
  /// Why it is not complete: one sentence that names the line. Empty before the end, and when
  /// complete.
  [[nodiscard]] const std::string& why_incomplete() const { return why_incomplete_; }
  /// The line of the event that Next() gave last, counted from 1.
  [[nodiscard]] std::uint64_t line() const { return lines_.number(); }
  /// Of the events so far.
  [[nodiscard]] std::uint64_t live_bytes() const { return live_bytes_; }
  [[nodiscard]] std::uint64_t live_blocks() const { return live_.size(); }

 private:
  void ReadHead();
  void ReadTag(std::string_view text);
  void ReadSummary(std::string_view text);
  void ReadEnd(std::string_view text);
  void ReadAllocate(std::string_view text, Event& event);
  void ReadFree(std::string_view text, Event& event);
  void KeepComment(std::string_view line);
  void CheckTime(const Event& event);
  void CheckNewId(std::uint64_t id);
  void NoteEnd();
  std::uint64_t Number(std::string_view& text, const char* what, std::uint64_t at_most) const;
  [[nodiscard]] std::string NotLive(std::uint64_t id) const;
  [[noreturn]] void Fail(const std::string& reason) const;

  std::filesystem::path file_;
  LineSource lines_;
  std::vector<std::string> tags_{""};
  std::vector<std::string> comments_;
  std::vector<std::uint64_t> last_microsecond_;  // by thread
  LiveBlocks live_;
  std::uint64_t live_bytes_ = 0;
  std::uint64_t events_ = 0;
  std::uint64_t first_id_ = 0;
  std::uint64_t last_id_ = 0;
  bool has_ids_ = false;
  bool ids_without_gaps_ = true;
  bool has_summary_ = false;
  bool complete_ = false;
  Summary summary_;
  std::string why_incomplete_;
};

}  // namespace workbook::trace
