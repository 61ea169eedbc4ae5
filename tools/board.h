#pragma once

#include <string>
#include <vector>

#include "terminal.h"

namespace workbook::tool {

/// What the board shows of one exercise.
enum class CellState {
  kOpen,     ///< not passed, nothing to report
  kCurrent,  ///< not passed, and the one to work on
  kPassed,
  kChanged,  ///< passed once, its code changed since
  kFailed,   ///< checked just now, not passed
};

struct BoardCell {
  CellState state = CellState::kOpen;
  bool milestone = false;
  int minutes = 0;
};

struct BoardChapter {
  int number = 0;
  std::string title;
  std::vector<BoardCell> cells;
};

/// The board of all chapters: a frame, a line a chapter with a progress bar, and one mark an
/// exercise. At most 80 columns; ends in a line break.
std::string DrawBoard(const std::vector<BoardChapter>& chapters, const Terminal& terminal);

/// The sign of one exercise, as the board shows it.
std::string CellMark(const BoardCell& cell, const Terminal& terminal);

/// What the signs mean: one line, with its line break.
std::string Legend(const Terminal& terminal);

/// "45 min", "2 h", "2 h 05 min".
std::string Duration(int minutes);

}  // namespace workbook::tool
