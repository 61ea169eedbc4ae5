#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace workbook::trace {

/// Where a file of lines came to its end.
enum class End {
  kNotYet,
  kClean,      ///< after a line break
  kCutLine,    ///< in the middle of a line
  kZeroBytes,  ///< the rest is bytes of value 0: room that the recorder had made and never filled
};

/// The lines of a file, read through a buffer of fixed size. Not for use from several threads.
class LineSource {
 public:
  /// @throws TraceError  when the file cannot be opened
  explicit LineSource(const std::filesystem::path& file);
  ~LineSource();
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;

  /// Takes the next whole line.
  /// @param line  without its line break; valid until the next call
  /// @return false at the end: see `end()`. What follows the last line break is never a line.
  /// @throws TraceError  for a line longer than kMaxLineBytes, a zero byte in the middle of the
  ///         file, or a failed read
  bool Next(std::string_view& line);

  /// Of the line that Next() gave last, counted from 1; at the end, of the line that is missing.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] End end() const { return end_; }

 private:
  bool Fill();
  bool Finish();
  void RequireZeroBytes();

  std::filesystem::path file_;
  int fd_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not yet handed out
  std::size_t size_ = 0;   // end of what was read
  std::uint64_t number_ = 0;
  End end_ = End::kNotYet;
};

}  // namespace workbook::trace
