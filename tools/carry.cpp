#include "carry.h"

#include <algorithm>
#include <cstddef>

#include "text_diff.h"

namespace workbook::tool {
namespace {

std::string_view Trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r\n") - begin + 1);
}

bool IsMarker(std::string_view trimmed) {
  return (trimmed.starts_with("// [exercise ") || trimmed.starts_with("// [end ")) &&
         !trimmed.starts_with("// [end snippet ") && trimmed.ends_with("]");
}

std::vector<std::string_view> LinesWithEnds(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Number of the only line that is this marker; npos if there is none or more than one.
std::size_t OnlyLine(const std::vector<std::string_view>& lines, const std::string& marker) {
  const auto is_marker = [&](std::string_view line) { return Trimmed(line) == marker; };
  const auto found = std::find_if(lines.begin(), lines.end(), is_marker);
  if (found == lines.end() || std::any_of(found + 1, lines.end(), is_marker)) {
    return std::string_view::npos;
  }
  return static_cast<std::size_t>(found - lines.begin());
}

std::string WithoutRegions(std::string_view text) {
  std::string out;
  bool inside = false;
  for (const std::string_view line : LinesWithEnds(text)) {
    const std::string_view trimmed = Trimmed(line);
    if (IsMarker(trimmed)) {
      inside = trimmed.starts_with("// [exercise ");
    } else if (!inside) {
      out += line;
    }
  }
  return out;
}

}  // namespace

std::map<std::string, std::string> WholeRegions(std::string_view text,
                                                const std::vector<std::string>& ids) {
  const std::vector<std::string_view> lines = LinesWithEnds(text);
  std::map<std::string, std::string> whole;
  for (const std::string& id : ids) {
    const std::size_t open = OnlyLine(lines, "// [exercise " + id + "]");
    const std::size_t close = OnlyLine(lines, "// [end " + id + "]");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) continue;
    std::string body;
    bool clean = true;
    for (std::size_t i = open + 1; i < close; ++i) {
      clean = clean && !IsMarker(Trimmed(lines[i]));
      body += lines[i];
    }
    if (clean) whole[id] = body;
  }
  return whole;
}

std::string LinesOutsideRegions(std::string_view skeleton, std::string_view text) {
  std::string out;
  for (const DiffLine& line : DiffLines(WithoutRegions(skeleton), WithoutRegions(text))) {
    if (line.kind == DiffLine::Kind::kAdded && !Trimmed(line.text).empty()) out += line.text + "\n";
  }
  return out;
}

}  // namespace workbook::tool
