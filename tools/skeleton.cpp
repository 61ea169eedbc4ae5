#include "skeleton.h"

#include "files.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kSnippetOpen = "<!-- snippet ";
constexpr std::string_view kSnippetClose = "<!-- end snippet -->";

MarkedText Solution(const Project& project, const Chapter& chapter, const std::string& file) {
  const fs::path path = project.solutions() / chapter.name / file;
  return MarkedText::Parse(ReadFile(path), project.Shown(path));
}

// The body without the indentation that all its lines share.
std::string Unindented(const std::string& body) {
  std::size_t common = std::string::npos;
  std::size_t begin = 0;
  while (begin < body.size()) {
    const std::size_t end = body.find('\n', begin);
    const std::size_t text = body.find_first_not_of(' ', begin);
    if (text != std::string::npos && text < end) common = std::min(common, text - begin);
    begin = end == std::string::npos ? body.size() : end + 1;
  }
  if (common == std::string::npos || common == 0) return body;
  std::string out;
  begin = 0;
  while (begin < body.size()) {
    std::size_t end = body.find('\n', begin);
    if (end == std::string::npos) end = body.size();
    if (end - begin > common) out += body.substr(begin + common, end - begin - common);
    out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string FenceFor(const Project& project, const Chapter& chapter, const std::string& words,
                     const std::string& where) {
  const std::size_t space = words.find(' ');
  const std::string file = words.substr(0, space);
  const std::string name = space == std::string::npos ? "" : words.substr(space + 1);
  if (!fs::exists(project.solutions() / chapter.name / file)) {
    throw UserError(kExitUsage, where + ": the snippet's file " + file + " is not in solutions/" +
                                    chapter.name + ".");
  }
  const MarkedText source = Solution(project, chapter, file);
  const Snippet* snippet = source.FindSnippet(name);
  if (snippet == nullptr) {
    throw UserError(kExitUsage,
                    where + ": " + source.file() + " has no line // [snippet " + name + "].");
  }
  return "```cpp\n" + Unindented(snippet->body) + "```\n";
}

}  // namespace

std::map<std::string, std::string> Stubs(const Chapter& chapter) {
  std::map<std::string, std::string> stubs;
  for (const Exercise& exercise : chapter.exercises) {
    for (const RegionPlace& region : exercise.regions) stubs[region.id] = region.stub;
  }
  return stubs;
}

std::string SkeletonOf(const Project& project, const Chapter& chapter, const std::string& file) {
  return Solution(project, chapter, file).RenderWithoutSnippetMarkers(Stubs(chapter));
}

std::string WithSnippets(const Project& project, const Chapter& chapter, std::string_view text,
                         const std::string& shown_name) {
  std::string out;
  while (true) {
    const std::size_t open = text.find(kSnippetOpen);
    if (open == std::string_view::npos) break;
    const std::size_t words_begin = open + kSnippetOpen.size();
    const std::size_t words_end = text.find(" -->", words_begin);
    const std::size_t close = text.find(kSnippetClose, words_begin);
    const std::size_t next = text.find(kSnippetOpen, words_begin);
    const std::string words(text.substr(words_begin, words_end - words_begin));
    if (words_end == std::string_view::npos || close == std::string_view::npos || next < close) {
      throw UserError(kExitUsage, shown_name + ": " + std::string(kSnippetOpen) + words +
                                      " --> is never closed with " + std::string(kSnippetClose) +
                                      ".");
    }
    out += text.substr(0, words_end + 4);
    out += "\n" + FenceFor(project, chapter, words, shown_name);
    out += kSnippetClose;
    text.remove_prefix(close + kSnippetClose.size());
  }
  return out + std::string(text);
}

std::vector<GeneratedFile> GenerateAll(const Project& project, const Catalog& catalog) {
  std::vector<GeneratedFile> generated;
  for (const Chapter& chapter : catalog.chapters) {
    const fs::path folder = project.chapters() / chapter.name;
    for (const std::string& file : chapter.files) {
      generated.push_back({project.Shown(folder / file), SkeletonOf(project, chapter, file), true});
    }
    const fs::path page = folder / "README.md";
    if (fs::exists(page)) {
      generated.push_back({project.Shown(page),
                           WithSnippets(project, chapter, ReadFile(page), project.Shown(page)),
                           false});
    }
  }
  return generated;
}

std::vector<std::string> OutOfDate(const Project& project, const Catalog& catalog) {
  std::vector<std::string> names;
  for (const GeneratedFile& file : GenerateAll(project, catalog)) {
    const fs::path path = project.root / file.name;
    if (!fs::exists(path) || ReadFile(path) != file.text) names.push_back(file.name);
  }
  return names;
}

}  // namespace workbook::tool
