#include "board.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace workbook::tool {
namespace {

constexpr std::size_t kInner = 78;  // columns between the frame's sides
constexpr std::size_t kTitle = 26;
constexpr std::size_t kBar = 18;

struct Totals {
  std::size_t passed = 0;
  std::size_t all = 0;
  int minutes_left = 0;

  void Add(const BoardCell& cell) {
    ++all;
    if (cell.state == CellState::kPassed) {
      ++passed;
    } else {
      minutes_left += cell.minutes;
    }
  }
};

Totals Sum(const BoardChapter& chapter) {
  Totals totals;
  for (const BoardCell& cell : chapter.cells) totals.Add(cell);
  return totals;
}

std::string Repeat(std::string_view piece, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

// At least one step as soon as one exercise passed, and full only when all did.
std::string Bar(const Totals& totals, const Terminal& terminal) {
  std::size_t filled = totals.all == 0 ? 0 : kBar * totals.passed / totals.all;
  if (totals.passed > 0) filled = std::max<std::size_t>(filled, 1);
  return terminal.Paint(Style::kGreen, Repeat(terminal.Glyph("█", "#"), filled)) +
         terminal.Paint(Style::kDim, Repeat(terminal.Glyph("░", "."), kBar - filled));
}

std::string Row(const BoardChapter& chapter, const Terminal& terminal) {
  const Totals totals = Sum(chapter);
  std::string marks;
  for (const BoardCell& cell : chapter.cells) {
    marks += (marks.empty() ? "" : " ") + CellMark(cell, terminal);
  }
  return fmt::format("{:>2}  {} {}  {:>5}  {}", chapter.number, Fit(chapter.title, kTitle),
                     Bar(totals, terminal), fmt::format("{}/{}", totals.passed, totals.all), marks);
}

std::string Head(const Totals& totals, const Terminal& terminal) {
  const std::string name = "PyTorch Allocator Workbook";
  const std::string right = totals.passed == totals.all
                                ? fmt::format("all {} passed", totals.all)
                                : fmt::format("{} of {} passed, {} to go", totals.passed,
                                              totals.all, Duration(totals.minutes_left));
  const std::size_t used = name.size() + right.size() + 2;
  return " " + terminal.Paint(Style::kBold, name) + std::string(kInner - used, ' ') + right + " ";
}

std::string Framed(const std::string& line, const Terminal& terminal) {
  const std::size_t columns = Columns(line);
  const std::string side = terminal.Paint(Style::kDim, terminal.Glyph("│", "|"));
  return side + line + std::string(columns < kInner ? kInner - columns : 0, ' ') + side + "\n";
}

std::string Edge(const char* left, const char* right, const Terminal& terminal) {
  if (!terminal.unicode) left = right = "+";
  const std::string line = left + Repeat(terminal.Glyph("─", "-"), kInner) + right;
  return terminal.Paint(Style::kDim, line) + "\n";
}

}  // namespace

std::string CellMark(const BoardCell& cell, const Terminal& terminal) {
  switch (cell.state) {
    case CellState::kPassed:
      return terminal.Paint(Style::kGreen,
                            cell.milestone ? terminal.Glyph("◆", "*") : terminal.Glyph("■", "#"));
    case CellState::kFailed:
      return terminal.Paint(Style::kRed, terminal.Glyph("✗", "x"));
    case CellState::kChanged:
      return terminal.Paint(Style::kYellow, terminal.Glyph("▣", "~"));
    case CellState::kCurrent:
      return terminal.Paint(Style::kYellow, terminal.Glyph("▸", ">"));
    case CellState::kOpen:
      break;
  }
  return terminal.Paint(Style::kDim,
                        cell.milestone ? terminal.Glyph("◇", "o") : terminal.Glyph("□", "."));
}

std::string Legend(const Terminal& terminal) {
  const auto sign = [&terminal](std::string_view unicode, std::string_view ascii) {
    return std::string(terminal.Glyph(unicode, ascii));
  };
  return terminal.Paint(Style::kDim, " " + sign("■", "#") + " passed  " + sign("▸", ">") +
                                         " next  " + sign("□", ".") + " to do  " + sign("▣", "~") +
                                         " check again  " + sign("✗", "x") + " failed  " +
                                         sign("◇", "o") + " " + sign("◆", "*") +
                                         " milestone, counts too") +
         "\n";
}

std::string DrawBoard(const std::vector<BoardChapter>& chapters, const Terminal& terminal) {
  Totals totals;
  for (const BoardChapter& chapter : chapters) {
    for (const BoardCell& cell : chapter.cells) totals.Add(cell);
  }
  std::string out = Edge("╭", "╮", terminal) + Framed(Head(totals, terminal), terminal);
  out += Edge("├", "┤", terminal);
  for (const BoardChapter& chapter : chapters) out += Framed(Row(chapter, terminal), terminal);
  return out + Edge("╰", "╯", terminal) + Legend(terminal);
}

std::string Duration(int minutes) {
  if (minutes < 60) return fmt::format("{} min", minutes);
  if (minutes % 60 == 0) return fmt::format("{} h", minutes / 60);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

}  // namespace workbook::tool
