#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

struct DiffLine {
  enum class Kind { kSame, kRemoved, kAdded };
  Kind kind = Kind::kSame;
  std::string text;  ///< without the line break
  bool operator==(const DiffLine&) const = default;
};

/// The shortest line-by-line way from one text to the other. For texts of a few hundred lines: time
/// and memory grow with the product of their line counts.
std::vector<DiffLine> DiffLines(std::string_view from, std::string_view to);

}  // namespace workbook::tool
