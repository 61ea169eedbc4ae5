#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

/// How a piece of text looks. Where colour is off, text comes back unchanged.
enum class Style { kPlain, kBold, kDim, kRed, kGreen, kYellow, kCyan };

/// How wide text is made where no terminal says how wide it is.
inline constexpr std::size_t kDefaultColumns = 80;

/// What standard output can show. Colour and cursor movement need a terminal; `NO_COLOR` or
/// `TERM=dumb` switch colour off, a pipe switches both off.
struct Terminal {
  bool colour = false;
  bool cursor = false;  ///< lines may be redrawn
  bool unicode = true;  ///< false where the locale says that it cannot show it
  std::size_t width = kDefaultColumns;

  /// Reads the environment and asks the given file descriptor.
  static Terminal Of(int fd);
  /// Standard output, asked once. Not for use while another thread changes the environment.
  static const Terminal& Out();

  [[nodiscard]] std::string Paint(Style style, std::string_view text) const;
  /// The first text where the terminal shows Unicode, else the second.
  [[nodiscard]] std::string_view Glyph(std::string_view unicode_text, std::string_view ascii) const;
};

/// Columns that the text takes: UTF-8 characters count once, colour sequences not at all.
std::size_t Columns(std::string_view text);

/// Pads on the right with spaces to `columns`; longer text is cut and ends in "…".
std::string Fit(std::string_view text, std::size_t columns);

/// Breaks at spaces so that no line is wider than `width`. The text begins in column `indent`, and
/// so does every later line.
/// A word that is wider than a line stays whole, so that paths and commands can be copied.
std::string Wrap(std::string_view text, std::size_t width, std::size_t indent = 0);

/// Puts `indent` spaces before each line, and keeps the lines otherwise as they are.
std::string Indented(std::string_view text, std::size_t indent);

/// Removes what would move the cursor or colour the terminal from foreign output.
std::string WithoutControl(std::string_view text);

/// The end of a program's output, at most so many bytes of it, WithoutControl.
std::string LastWords(std::string_view output, std::size_t most_bytes);

/// Writes to standard output, at once.
void Print(std::string_view text);

/// Says on standard error what is being waited for, from two seconds on: a line that is redrawn in
/// a terminal, one plain line in a pipe. Gone when the object dies. Safe to update from any thread.
class ProgressLine {
 public:
  explicit ProgressLine(std::string what);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Changes the text; the clock goes on.
  void Update(std::string what);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace workbook::tool
