#include "regions.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "files.h"

namespace workbook::tool {
namespace {

enum class MarkerKind { kBegin, kEnd, kSnippetBegin, kSnippetEnd };

struct Marker {
  MarkerKind kind;
  std::string name;
};

std::vector<std::string> SplitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return text;
}

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = Trimmed(text.substr(prefix.size()));
  return true;
}

// "3.2" or "3.2b".
bool IsRegionId(std::string_view id) {
  const auto digits = [&id] {
    const std::size_t before = id.size();
    while (!id.empty() && std::isdigit(static_cast<unsigned char>(id.front())) != 0) {
      id.remove_prefix(1);
    }
    return before != id.size();
  };
  if (!digits() || id.empty() || id.front() != '.') return false;
  id.remove_prefix(1);
  if (!digits()) return false;
  return id.empty() || (id.size() == 1 && std::islower(static_cast<unsigned char>(id[0])) != 0);
}

// A comment line that holds nothing but one pair of square brackets with a known word in it.
std::optional<Marker> ReadMarker(std::string_view line) {
  std::string_view text = Trimmed(line);
  if (!TakePrefix(text, "//") || text.empty() || text.front() != '[' || text.back() != ']') {
    return std::nullopt;
  }
  text = Trimmed(text.substr(1, text.size() - 2));
  if (TakePrefix(text, "exercise ") && IsRegionId(text)) {
    return Marker{MarkerKind::kBegin, std::string(text)};
  }
  if (TakePrefix(text, "snippet ")) return Marker{MarkerKind::kSnippetBegin, std::string(text)};
  if (!TakePrefix(text, "end ")) return std::nullopt;
  if (TakePrefix(text, "snippet ")) return Marker{MarkerKind::kSnippetEnd, std::string(text)};
  if (IsRegionId(text)) return Marker{MarkerKind::kEnd, std::string(text)};
  return std::nullopt;
}

std::string Open(std::string_view id) { return "// [exercise " + std::string(id) + "]"; }
std::string Close(std::string_view id) { return "// [end " + std::string(id) + "]"; }

std::string NextStep(std::string_view id) {
  return " `./workbook diff " + ExerciseOf(id) +
         "` shows the two lines as they should be; `./workbook reset " + ExerciseOf(id) +
         "` puts the file right and keeps a copy of yours.";
}

[[noreturn]] void Refuse(const std::string& file, int line, const std::string& what,
                         std::string_view id) {
  throw MarkerError(file + ":" + std::to_string(line) + ": " + what + NextStep(id));
}

std::string Indent(std::string_view line) {
  return std::string(line.substr(0, line.find_first_not_of(" \t")));
}

// Reads the lines once, keeping what is open.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  void Take(const std::string& line) {
    ++number_;
    const std::optional<Marker> marker = ReadMarker(line);
    if (!marker) {
      if (region_) region_->body += line;
      if (snippet_) snippet_->body += line;
      return;
    }
    switch (marker->kind) {
      case MarkerKind::kBegin:
        return Begin(marker->name, line);
      case MarkerKind::kEnd:
        return End(marker->name);
      case MarkerKind::kSnippetBegin:
        return BeginSnippet(marker->name);
      case MarkerKind::kSnippetEnd:
        return EndSnippet(marker->name);
    }
  }

  void Finish() {
    if (region_) {
      Refuse(file_, region_->line,
             Open(region_->id) + " is never closed: the line " + Close(region_->id) +
                 " is missing after your code.",
             region_->id);
    }
    if (snippet_) RefuseSnippet("[snippet " + snippet_->name + "] is never closed");
  }

  std::vector<Region> regions;
  std::vector<Snippet> snippets;
  std::vector<int> snippet_marker_lines;

 private:
  void Begin(const std::string& id, const std::string& line) {
    if (snippet_) RefuseSnippet("a region may not stand inside a snippet");
    if (region_ && region_->id != id) {
      Refuse(file_, number_,
             Open(id) + " stands inside exercise " + region_->id + ", opened at line " +
                 std::to_string(region_->line) + ": the line " + Close(region_->id) +
                 " is missing before it.",
             region_->id);
    }
    const auto first = std::find_if(regions.begin(), regions.end(),
                                    [&id](const Region& region) { return region.id == id; });
    if (region_ || first != regions.end()) {
      const int line_of_first = region_ ? region_->line : first->line;
      Refuse(file_, number_,
             Open(id) + " stands here a second time; the first is at line " +
                 std::to_string(line_of_first) + ". Keep one of them.",
             id);
    }
    region_ = Region{id, Indent(line), "", number_, 0};
  }

  void End(const std::string& id) {
    if (!region_) {
      const bool seen = std::any_of(regions.begin(), regions.end(),
                                    [&id](const Region& region) { return region.id == id; });
      Refuse(file_, number_,
             seen ? Close(id) + " stands here a second time. Delete this line."
                  : Close(id) + " closes nothing: the line " + Open(id) + " is missing before it.",
             id);
    }
    if (region_->id != id) {
      Refuse(file_, number_,
             Close(id) + " closes exercise " + region_->id + ", opened at line " +
                 std::to_string(region_->line) + ": expected " + Close(region_->id) + ".",
             region_->id);
    }
    region_->end_line = number_;
    regions.push_back(*std::move(region_));
    region_.reset();
  }

  void BeginSnippet(const std::string& name) {
    snippet_marker_lines.push_back(number_);
    if (region_) RefuseSnippet("a snippet may not stand inside exercise " + region_->id);
    if (snippet_) RefuseSnippet("snippet " + name + " stands inside snippet " + snippet_->name);
    snippet_ = Snippet{name, "", number_};
  }

  void EndSnippet(const std::string& name) {
    snippet_marker_lines.push_back(number_);
    if (region_ || !snippet_ || snippet_->name != name) {
      RefuseSnippet("[end snippet " + name + "] closes no snippet of that name");
    }
    snippets.push_back(*std::move(snippet_));
    snippet_.reset();
  }

  [[noreturn]] void RefuseSnippet(const std::string& what) const {
    throw MarkerError(file_ + ":" + std::to_string(number_) + ": " + what + ".");
  }

  std::string file_;
  int number_ = 0;
  std::optional<Region> region_;
  std::optional<Snippet> snippet_;
};

std::string WithLineEnd(std::string text) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

}  // namespace

MarkedText MarkedText::Parse(std::string_view text, std::string file) {
  MarkedText result;
  result.lines_ = SplitLines(text);
  Reader reader(file);
  for (const std::string& line : result.lines_) reader.Take(line);
  reader.Finish();
  result.file_ = std::move(file);
  result.regions_ = std::move(reader.regions);
  result.snippets_ = std::move(reader.snippets);
  result.snippet_marker_lines_ = std::move(reader.snippet_marker_lines);
  return result;
}

const Region* MarkedText::Find(std::string_view id) const {
  const auto found = std::find_if(regions_.begin(), regions_.end(),
                                  [id](const Region& region) { return region.id == id; });
  return found == regions_.end() ? nullptr : &*found;
}

const Snippet* MarkedText::FindSnippet(std::string_view name) const {
  const auto found = std::find_if(snippets_.begin(), snippets_.end(),
                                  [name](const Snippet& snippet) { return snippet.name == name; });
  return found == snippets_.end() ? nullptr : &*found;
}

void MarkedText::Require(const std::vector<std::string>& ids) const {
  for (const std::string& id : ids) {
    if (Find(id) != nullptr) continue;
    throw MarkerError(file_ + ": the lines " + Open(id) + " and " + Close(id) +
                      " are missing, so nobody can tell where your code for exercise " +
                      ExerciseOf(id) + " is." + NextStep(id));
  }
  for (const Region& region : regions_) {
    if (std::find(ids.begin(), ids.end(), region.id) != ids.end()) continue;
    Refuse(file_, region.line, Open(region.id) + " does not belong into this file.", region.id);
  }
}

std::string MarkedText::Rendered(const std::map<std::string, std::string>& bodies,
                                 SnippetMarkers snippet_markers) const {
  std::string out;
  const std::set<int> dropped(snippet_marker_lines_.begin(), snippet_marker_lines_.end());
  auto region = regions_.begin();
  for (int number = 1; number <= static_cast<int>(lines_.size()); ++number) {
    const std::string& line = lines_[static_cast<std::size_t>(number) - 1];
    if (snippet_markers == SnippetMarkers::kDrop && dropped.contains(number)) continue;
    out += line;
    if (region == regions_.end() || number != region->line) continue;
    const auto replaced = bodies.find(region->id);
    out += WithLineEnd(replaced == bodies.end() ? region->body : replaced->second);
    number = region->end_line;
    out += lines_[static_cast<std::size_t>(number) - 1];
    ++region;
  }
  return out;
}

std::string MarkedText::Render(const std::map<std::string, std::string>& bodies) const {
  return Rendered(bodies, SnippetMarkers::kKeep);
}

std::string MarkedText::RenderWithoutSnippetMarkers(
    const std::map<std::string, std::string>& bodies) const {
  return Rendered(bodies, SnippetMarkers::kDrop);
}

std::string ExerciseOf(std::string_view region_id) {
  if (!region_id.empty() && std::islower(static_cast<unsigned char>(region_id.back())) != 0 &&
      region_id.size() > 1 &&
      std::isdigit(static_cast<unsigned char>(region_id[region_id.size() - 2])) != 0) {
    region_id.remove_suffix(1);
  }
  return std::string(region_id);
}

bool SameBody(std::string_view a, std::string_view b) { return WithoutSpace(a) == WithoutSpace(b); }

}  // namespace workbook::tool
