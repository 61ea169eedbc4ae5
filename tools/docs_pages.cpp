#include "docs_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

namespace workbook::tool {
namespace {

bool StartsWith(std::string_view text, std::string_view head) {
  return text.substr(0, head.size()) == head;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
    text.remove_suffix(1);
  return text;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The length of the run of ` or ~ that opens a fenced block; 0 where there is none.
std::size_t FenceLength(std::string_view line) {
  line = Trimmed(line);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return 0;
  const std::size_t end = std::min(line.find_first_not_of(line[0]), line.size());
  return end >= 3 ? end : 0;
}

struct Heading {
  std::size_t level = 0;
  std::string text;
};

std::optional<Heading> ParseHeading(const std::string& line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6 || level == line.size() || line[level] != ' ') return std::nullopt;
  return Heading{level, std::string(Trimmed(std::string_view(line).substr(level)))};
}

// Calls `visit(line number from 0, line, in a fenced block)` for each line.
template <typename Visit>
void ForEachLine(const std::vector<std::string>& lines, Visit visit) {
  std::size_t fence = 0;
  char mark = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view trimmed = Trimmed(lines[i]);
    const std::size_t length = FenceLength(lines[i]);
    if (fence == 0) {
      fence = length;
      mark = length > 0 ? trimmed[0] : char{0};
      visit(i, lines[i], length > 0);
    } else {
      visit(i, lines[i], true);
      if (length >= fence && trimmed[0] == mark && length == trimmed.size()) fence = 0;
    }
  }
}

// An anchor's full name on the site, unique over all pages.
std::string AnchorId(const std::string& page_id, const std::string& slug) {
  std::string id = page_id + "_";
  for (const char c : slug) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) id += c;
    if (c == '-' || c == '_') id += '_';
  }
  return id;
}

// The slug of every heading, in order; the second "Tests" of a page is "tests-1".
std::vector<std::string> Slugs(const std::string& markdown) {
  std::vector<std::string> slugs;
  std::map<std::string, int> seen;
  ForEachLine(Lines(markdown), [&](std::size_t, const std::string& line, bool code) {
    if (code) return;
    if (const auto heading = ParseHeading(line)) {
      const std::string slug = HeadingSlug(heading->text);
      const int before = seen[slug]++;
      slugs.push_back(before == 0 ? slug : slug + "-" + std::to_string(before));
    }
  });
  return slugs;
}

class Renderer {
 public:
  Renderer(const std::string& path, const SiteContents& contents)
      : path_(path), contents_(contents), page_(contents.pages.at(path)) {}

  RenderedPage Render(const std::vector<FoldedSolution>& solutions) {
    const std::vector<std::string> lines = Lines(page_.markdown);
    slugs_ = Slugs(page_.markdown);
    pending_ = solutions;
    ForEachLine(lines,
                [&](std::size_t i, const std::string& line, bool code) { AddLine(i, line, code); });
    FlushParagraph();
    EndSections(0);
    for (const FoldedSolution& solution : pending_)
      out_.errors.push_back(
          fmt::format("{}:1: no heading \"{}\" for {}", path_, solution.section, solution.summary));
    return std::move(out_);
  }

 private:
  void AddLine(std::size_t number, const std::string& line, bool code) {
    const std::string_view trimmed = Trimmed(line);
    if (code) {
      FlushParagraph();
      Put(line);
    } else if (in_comment_ || StartsWith(trimmed, "<!--")) {
      FlushParagraph();
      in_comment_ = trimmed.find("-->") == std::string_view::npos;
      Put("");
    } else if (StartsWith(trimmed, "<details") || StartsWith(trimmed, "</details>") ||
               StartsWith(trimmed, "<summary>")) {
      FlushParagraph();
      Put("@htmlonly[block]" + line + "@endhtmlonly");
    } else if (const auto heading = ParseHeading(line)) {
      FlushParagraph();
      paragraph_line_ = number;
      AddHeading(*heading);
    } else if (trimmed.empty()) {
      FlushParagraph();
      after_blank_ = true;
      Put("");
      return;
    } else if (IsIndentedCode(line)) {
      FlushParagraph();
      Put(line);
      return;
    } else {
      if (paragraph_.empty()) paragraph_line_ = number;
      paragraph_ += line + "\n";
      if (line[0] != ' ')
        in_list_ = StartsWith(line, "- ") || StartsWith(line, "* ") ||
                   std::isdigit(static_cast<unsigned char>(line[0])) != 0;
    }
    after_blank_ = false;
  }

  bool IsIndentedCode(const std::string& line) const {
    return after_blank_ && !in_list_ && StartsWith(line, "    ");
  }

  void AddHeading(const Heading& heading) {
    EndSections(heading.level);
    const std::string slug = slugs_[heading_count_++];
    std::string id = AnchorId(page_.id, slug);
    if (heading_count_ == 1) id = page_.id == "index" ? "mainpage" : page_.id;
    Put(std::string(heading.level, '#') + " " + Rewritten(heading.text) + " {#" + id + "}");
    for (auto it = pending_.begin(); it != pending_.end();) {
      if (it->section == heading.text) {
        open_.emplace_back(heading.level, *it);
        it = pending_.erase(it);
      } else {
        ++it;
      }
    }
  }

  // Writes the solutions of all sections that end before a heading of this level.
  void EndSections(std::size_t level) {
    std::vector<std::pair<std::size_t, FoldedSolution>> still_open;
    for (auto& [section_level, solution] : open_) {
      if (section_level < level) {
        still_open.emplace_back(section_level, solution);
      } else {
        Put(
            fmt::format("\n@htmlonly[block]<details class=\"solution\"><summary>{}</summary>"
                        "@endhtmlonly\n\n{}\n@htmlonly[block]</details>@endhtmlonly\n",
                        solution.summary, solution.markdown));
      }
    }
    open_ = std::move(still_open);
  }

  void FlushParagraph() {
    if (paragraph_.empty()) return;
    out_.markdown += Rewritten(paragraph_);
    paragraph_.clear();
  }

  void Put(const std::string& line) { out_.markdown += line + "\n"; }

  // One paragraph or heading: code spans stay, links are rewritten, marks of Doxygen are protected.
  std::string Rewritten(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] == '`') {
        i = CopyCodeSpan(text, i, out);
      } else if (text[i] == '*' && IsEmphasis(text, i)) {
        i = CopyEmphasis(text, i, out);
      } else if (text[i] == '[' || StartsWith(std::string_view(text).substr(i), "![")) {
        i = CopyLink(text, i, out);
      } else {
        const bool word_follows =
            i + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[i + 1])) != 0;
        if (text[i] == '@' || (text[i] == '#' && word_follows)) out += '\\';
        out += text[i++];
      }
    }
    return out;
  }

  // How many * stand at `at`.
  static std::size_t Stars(const std::string& text, std::size_t at) {
    return std::min(text.find_first_not_of('*', at), text.size()) - at;
  }

  // Where the emphasis that opens at `begin` closes; npos if it doesn't. Skips code spans.
  static std::size_t EmphasisEnd(const std::string& text, std::size_t begin) {
    const std::size_t stars = Stars(text, begin);
    for (std::size_t i = begin + stars; i < text.size(); ++i) {
      if (text[i] == '`') {
        std::string ignored;
        i = CopyCodeSpan(text, i, ignored) - 1;
      } else if (text[i] == '*') {
        const std::size_t here = Stars(text, i);
        if (here == stars && std::isspace(static_cast<unsigned char>(text[i - 1])) == 0) return i;
        i += here - 1;
      }
    }
    return std::string::npos;
  }

  static bool IsEmphasis(const std::string& text, std::size_t at) {
    const std::size_t after = at + Stars(text, at);
    return after - at <= 2 && after < text.size() &&
           std::isspace(static_cast<unsigned char>(text[after])) == 0 &&
           EmphasisEnd(text, at) != std::string::npos;
  }

  // As tags: Doxygen doesn't see the stars beside a code span.
  std::size_t CopyEmphasis(const std::string& text, std::size_t begin, std::string& out) {
    const std::size_t stars = Stars(text, begin);
    const std::size_t end = EmphasisEnd(text, begin);
    const std::string tag = stars == 1 ? "em>" : "strong>";
    out += "<" + tag + Rewritten(text.substr(begin + stars, end - begin - stars)) + "</" + tag;
    return end + stars;
  }

  static std::size_t CopyCodeSpan(const std::string& text, std::size_t begin, std::string& out) {
    const std::size_t inside = text.find_first_not_of('`', begin);
    const std::size_t ticks = (inside == std::string::npos ? text.size() : inside) - begin;
    const std::string mark(ticks, '`');
    const std::size_t close = text.find(mark, begin + ticks);
    if (close == std::string::npos) {
      out += mark;
      return begin + ticks;
    }
    // Doxygen ends a `span` at a ' inside, but not a ``span``.
    const std::string body = text.substr(begin + ticks, close - begin - ticks);
    const std::string quoted = body.find('\'') == std::string::npos ? mark : "``";
    out += quoted + body + quoted;
    return close + ticks;
  }

  // Copies [text](target) or ![alt](target) with the target of the site; any other bracket as it
  // is.
  std::size_t CopyLink(const std::string& text, std::size_t begin, std::string& out) {
    const bool image = text[begin] == '!';
    const std::size_t bracket = begin + (image ? 1 : 0);
    const std::size_t middle = ClosingBracket(text, bracket);
    const std::size_t end =
        middle == std::string::npos ? std::string::npos : text.find(')', middle);
    if (end == std::string::npos || middle + 1 >= text.size() || text[middle + 1] != '(') {
      out += text[begin];
      return begin + 1;
    }
    const std::string label = Rewritten(text.substr(bracket + 1, middle - bracket - 1));
    const std::string target = text.substr(middle + 2, end - middle - 2);
    line_in_paragraph_ = static_cast<std::size_t>(
        std::count(text.begin(), text.begin() + static_cast<long>(begin), '\n'));
    out += image ? Image(label, target) : Link(label, target);
    return end + 1;
  }

  static std::size_t ClosingBracket(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == '[') ++depth;
      if (text[i] == ']' && --depth == 0) return i;
    }
    return std::string::npos;
  }

  std::string Image(const std::string& alt, const std::string& target) {
    const std::string file = Resolve(target);
    if (contents_.files.count(file) == 0) return Error(target, "no such image");
    const std::string name =
        page_.id + "_" + std::filesystem::path(file).filename().generic_string();
    out_.images[file] = name;
    return "![" + alt + "](" + name + ")";
  }

  std::string Link(std::string label, const std::string& target) {
    if (target.find("://") != std::string::npos || StartsWith(target, "mailto:"))
      return "[" + label + "](" + target + ")";
    // Doxygen shows the words of its own links as they are, ticks included.
    label.erase(std::remove(label.begin(), label.end(), '`'), label.end());
    const std::size_t hash = target.find('#');
    const std::string file =
        hash == 0 ? path_ : Resolve(target.substr(0, std::min(hash, target.size())));
    const std::string slug = hash == std::string::npos ? "" : target.substr(hash + 1);
    for (const std::string& page_file : {file, file + "/README.md"})
      if (const auto page = contents_.pages.find(page_file); page != contents_.pages.end())
        return PageLink(label, target, page->second, slug);
    if (const auto known = contents_.documented.find(file); known != contents_.documented.end())
      return "[" + label + "](@ref " + known->second + ")";
    if (contents_.files.count(file) != 0) return label;
    return Error(target, "no such file");
  }

  std::string PageLink(const std::string& label, const std::string& target, const SitePage& page,
                       const std::string& slug) {
    if (slug.empty()) return "[" + label + "](@ref " + page.id + ")";
    const std::vector<std::string> slugs = Slugs(page.markdown);
    const auto found = std::find(slugs.begin(), slugs.end(), slug);
    if (found == slugs.end()) return Error(target, "no heading has this anchor");
    const bool title = found == slugs.begin();
    return "[" + label + "](@ref " + (title ? page.id : AnchorId(page.id, slug)) + ")";
  }

  std::string Resolve(const std::string& target) const {
    const std::filesystem::path folder = std::filesystem::path(path_).parent_path();
    std::string file = (folder / target).lexically_normal().generic_string();
    if (!file.empty() && file.back() == '/') file.pop_back();
    return file;
  }

  std::string Error(const std::string& target, const std::string& what) {
    out_.errors.push_back(path_ + ":" + std::to_string(paragraph_line_ + line_in_paragraph_ + 1) +
                          ": " + target + ": " + what);
    return target;
  }

  const std::string& path_;
  const SiteContents& contents_;
  const SitePage& page_;
  RenderedPage out_;
  std::vector<std::string> slugs_;
  std::vector<FoldedSolution> pending_;
  std::vector<std::pair<std::size_t, FoldedSolution>> open_;
  std::string paragraph_;
  std::size_t paragraph_line_ = 0;
  std::size_t line_in_paragraph_ = 0;
  std::size_t heading_count_ = 0;
  bool in_comment_ = false;
  bool in_list_ = false;
  bool after_blank_ = true;
};

}  // namespace

std::string HeadingSlug(std::string_view heading) {
  std::string slug;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '-' || byte >= 0x80) {
      slug += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    } else if (c == ' ') {
      slug += '-';
    }
  }
  return slug;
}

RenderedPage RenderPage(const std::string& path, const SiteContents& contents,
                        const std::vector<FoldedSolution>& solutions) {
  return Renderer(path, contents).Render(solutions);
}

}  // namespace workbook::tool
