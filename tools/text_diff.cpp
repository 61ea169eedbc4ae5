#include "text_diff.h"

#include <algorithm>
#include <cstddef>

namespace workbook::tool {
namespace {

using Lines = std::vector<std::string>;
// common[i][j]: lines that from[i…] and to[j…] have in common, in order.
using Table = std::vector<std::vector<std::size_t>>;

Lines Split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Table CommonLines(const Lines& from, const Lines& to) {
  Table common(from.size() + 1, std::vector<std::size_t>(to.size() + 1, 0));
  for (std::size_t i = from.size(); i-- > 0;) {
    for (std::size_t j = to.size(); j-- > 0;) {
      common[i][j] = from[i] == to[j] ? common[i + 1][j + 1] + 1
                                      : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  return common;
}

}  // namespace

std::vector<DiffLine> DiffLines(std::string_view from_text, std::string_view to_text) {
  const Lines from = Split(from_text);
  const Lines to = Split(to_text);
  const Table common = CommonLines(from, to);
  std::vector<DiffLine> out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < from.size() || j < to.size()) {
    if (i < from.size() && j < to.size() && from[i] == to[j]) {
      out.push_back({DiffLine::Kind::kSame, from[i]});
      ++i, ++j;
    } else if (j == to.size() || (i < from.size() && common[i + 1][j] >= common[i][j + 1])) {
      out.push_back({DiffLine::Kind::kRemoved, from[i++]});
    } else {
      out.push_back({DiffLine::Kind::kAdded, to[j++]});
    }
  }
  return out;
}

}  // namespace workbook::tool
