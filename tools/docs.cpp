#include "docs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <system_error>

#include "board.h"
#include "catalog.h"
#include "docs_links.h"
#include "docs_pages.h"
#include "files.h"
#include "process.h"
#include "regions.h"
#include "verbs.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStyleFolder = "/usr/share/doxygen-awesome-css";

// The pages beside the chapters: path and name on the site, in the order of the side bar.
const std::vector<std::pair<std::string, std::string>>& Guides() {
  static const std::vector<std::pair<std::string, std::string>> guides = {
      {"docs/workshop.md", "workshop"},
      {"docs/trace-format.md", "trace_format"},
      {"docs/design.md", "design"},
      {"CONTRIBUTING.md", "contributing"},
  };
  return guides;
}

std::string ChapterId(const Chapter& chapter) {
  return fmt::format("chapter_{:02}", chapter.number);
}

std::string ChapterPage(const Chapter& chapter) {
  return "chapters/" + chapter.name + "/README.md";
}

int Minutes(const Chapter& chapter) {
  int minutes = 0;
  for (const Exercise* exercise : chapter.InOrder()) minutes += exercise->minutes;
  return minutes;
}

// Everything that Doxygen reads is a copy below build/docs/pages/, so that its warnings name the
// files as they lie in the project.
class SiteBuilder {
 public:
  explicit SiteBuilder(const Project& project)
      : project_(project),
        folder_(project.root / "build" / "docs"),
        pages_(folder_ / "pages"),
        catalog_(LoadCatalog(project)) {}

  Site Build() {
    fs::remove_all(pages_);
    fs::remove_all(folder_ / "html");
    fs::create_directories(pages_ / "images");
    CopyHeaders();
    CollectFiles();
    CollectPages();
    CheckChapterTable();
    WritePages();
    RunDoxygen();
    const LinkReport links = CheckLinks(folder_ / "html");
    site_.links = links.checked;
    site_.problems.insert(site_.problems.end(), links.broken.begin(), links.broken.end());
    site_.pages = static_cast<int>(
        std::count_if(fs::directory_iterator(folder_ / "html"), fs::directory_iterator(),
                      [](const auto& entry) { return entry.path().extension() == ".html"; }));
    site_.index = folder_ / "html" / "index.html";
    return site_;
  }

 private:
  // The headers of the stages and of support/. A skeleton's header is the same file.
  void CopyHeaders() {
    std::vector<fs::path> headers;
    for (const Chapter& chapter : catalog_.chapters) {
      for (const std::string& name : chapter.files) {
        if (fs::path(name).extension() != ".h") continue;
        const std::string path = "solutions/" + chapter.name + "/" + name;
        headers.emplace_back(path);
        contents_.documented["chapters/" + chapter.name + "/" + name] = path;
      }
    }
    for (const char* folder : {"include", "trace"}) {
      for (const auto& entry : fs::recursive_directory_iterator(project_.root / "support" / folder))
        if (entry.path().extension() == ".h")
          headers.push_back(entry.path().lexically_relative(project_.root));
    }
    std::sort(headers.begin(), headers.end());
    for (const fs::path& path : headers) {
      contents_.documented[path.generic_string()] = path.generic_string();
      CopyHeader(path);
    }
  }

  // Without the lines that mark snippets, and known to Doxygen as a file with documentation.
  void CopyHeader(const fs::path& path) {
    const std::string text = ReadFile(project_.root / path);
    std::string copy = text.find("@file") == std::string::npos ? "/** @file */ " : std::string();
    copy += MarkedText::Parse(text, path.generic_string()).RenderWithoutSnippetMarkers({});
    Add(path, copy);
  }

  void CollectFiles() {
    static const std::set<std::string> skipped = {"build", ".git", ".workbook", ".cache"};
    auto entry = fs::recursive_directory_iterator(project_.root);
    for (; entry != fs::recursive_directory_iterator(); ++entry) {
      if (entry.depth() == 0 && skipped.count(entry->path().filename().string()) != 0) {
        entry.disable_recursion_pending();
        continue;
      }
      contents_.files.insert(entry->path().lexically_relative(project_.root).generic_string());
    }
  }

  void CollectPages() {
    AddPage("README.md", "index");
    for (const Chapter& chapter : catalog_.chapters)
      AddPage(ChapterPage(chapter), ChapterId(chapter));
    for (const auto& [path, id] : Guides()) AddPage(path, id);
  }

  void AddPage(const std::string& path, const std::string& id) {
    contents_.pages[path] = {id, ReadFile(project_.root / path)};
  }

  // The front page names each chapter with its exercises and minutes; chapter.toml has the last
  // word.
  void CheckChapterTable() {
    const std::string& readme = contents_.pages.at("README.md").markdown;
    for (const Chapter& chapter : catalog_.chapters) {
      const std::size_t link = readme.find("](" + ChapterPage(chapter) + ")");
      const std::string row =
          link == std::string::npos ? "" : readme.substr(link, readme.find('\n', link) - link);
      const std::string facts =
          fmt::format("| {} | {} |", chapter.exercises.size(), Duration(Minutes(chapter)));
      if (row.find(facts) == std::string::npos)
        site_.problems.push_back(
            fmt::format("README.md:1: the row of {} should contain \"{}\"", chapter.name, facts));
    }
  }

  void WritePages() {
    WritePage("README.md", {}, "");
    Add("chapters.md", BookPage());
    for (std::size_t i = 0; i < catalog_.chapters.size(); ++i)
      WritePage(ChapterPage(catalog_.chapters[i]), Solutions(catalog_.chapters[i]), Neighbours(i));
    for (const auto& guide : Guides()) WritePage(guide.first, {}, "");
    Add("namespaces.h",
        "/** @namespace workbook\n * What the chapters build, and what they are given. */\n");
  }

  void WritePage(const std::string& path, const std::vector<FoldedSolution>& solutions,
                 const std::string& foot) {
    const RenderedPage page = RenderPage(path, contents_, solutions);
    for (const auto& [image, name] : page.images)
      fs::copy_file(project_.root / image, pages_ / "images" / name,
                    fs::copy_options::overwrite_existing);
    site_.problems.insert(site_.problems.end(), page.errors.begin(), page.errors.end());
    Add(path, page.markdown + foot);
  }

  void Add(const fs::path& path, const std::string& text) {
    WriteFileAtomically(pages_ / path, text);
    inputs_.push_back(pages_ / path);
  }

  // The table of contents; its order is the order of the side bar.
  std::string BookPage() const {
    std::string text = "# The book {#chapters}\n\n";
    for (const Chapter& chapter : catalog_.chapters) {
      text += fmt::format("- @subpage {} — {} ({} exercises, {})\n", ChapterId(chapter),
                          chapter.summary, chapter.exercises.size(), Duration(Minutes(chapter)));
    }
    return text;
  }

  std::string Neighbours(std::size_t index) const {
    const std::vector<Chapter>& chapters = catalog_.chapters;
    std::string text = "\n<hr>\n\n";
    if (index > 0) text += fmt::format("Before: @ref {} · ", ChapterId(chapters[index - 1]));
    text += "@ref chapters";
    if (index + 1 < chapters.size())
      text += fmt::format(" · Next: @ref {}", ChapterId(chapters[index + 1]));
    return text + "\n";
  }

  std::vector<FoldedSolution> Solutions(const Chapter& chapter) const {
    std::map<std::string, std::string> sources;
    for (const std::string& name : chapter.MarkedFiles())
      sources[name] = ReadFile(project_.solutions() / chapter.name / name);
    std::vector<FoldedSolution> solutions;
    for (const Exercise& exercise : chapter.exercises) {
      FoldedSolution solution;
      solution.section = exercise.section;
      solution.summary = fmt::format("Solution of {}: {}", exercise.id, exercise.title);
      for (const RegionPlace& place : exercise.regions) {
        const MarkedText source = MarkedText::Parse(sources.at(place.file), place.file);
        solution.markdown +=
            fmt::format("In `{}`:\n\n```cpp\n{}```\n\n", place.file, source.Find(place.id)->body);
      }
      solutions.push_back(solution);
    }
    return solutions;
  }

  void RunDoxygen() {
    const fs::path settings = folder_ / "Doxyfile";
    WriteFileAtomically(settings, Settings(""));
    // The header of this Doxygen, with the switch for the dark colours added.
    Doxygen({"doxygen", "-w", "html", "header.html", "footer.html", "unused.css", "Doxyfile"});
    const fs::path header = folder_ / "header.html";
    std::string html = ReadFile(header);
    html.insert(html.find("</head>"), ReadFile(project_.root / "docs/site/head.html"));
    WriteFileAtomically(header, html);
    WriteFileAtomically(settings, Settings("HTML_HEADER = header.html\n"));
    AddWarnings(Doxygen({"doxygen", "Doxyfile"}));
  }

  std::string Settings(const std::string& more) const {
    const fs::path site = project_.root / "docs" / "site";
    const fs::path style = kStyleFolder;
    std::string text =
        fmt::format("@INCLUDE = \"{}\"\nOUTPUT_DIRECTORY = .\n", (site / "Doxyfile").string());
    text += fmt::format("STRIP_FROM_PATH = \"{}\"\n", pages_.string());
    text += fmt::format("STRIP_FROM_INC_PATH = \"{}\"", (pages_ / "support/include").string());
    for (const Chapter& chapter : catalog_.chapters)
      text += fmt::format(" \\\n  \"{}\"", (pages_ / "solutions" / chapter.name).string());
    text += fmt::format("\nIMAGE_PATH = \"{}\"\nINPUT =", (pages_ / "images").string());
    for (const fs::path& input : inputs_) text += fmt::format(" \\\n  \"{}\"", input.string());
    text += "\nHTML_EXTRA_STYLESHEET =";
    for (const char* name : {"doxygen-awesome.css", "doxygen-awesome-sidebar-only.css",
                             "doxygen-awesome-sidebar-only-darkmode-toggle.css"})
      text += fmt::format(" \\\n  \"{}\"", (style / name).string());
    text += fmt::format(" \\\n  \"{}\"\nHTML_EXTRA_FILES =", (site / "style.css").string());
    for (const char* name :
         {"doxygen-awesome-darkmode-toggle.js", "doxygen-awesome-fragment-copy-button.js"})
      text += fmt::format(" \\\n  \"{}\"", (style / name).string());
    return text + "\n" + more;
  }

  ProcessResult Doxygen(const std::vector<std::string>& argv) const {
    Command command;
    command.argv = argv;
    command.folder = folder_;
    ProcessResult result = RunProcess(command);
    if (!result.started)
      throw UserError(kExitMachineLacks,
                      "Doxygen is missing: install doxygen, graphviz and doxygen-awesome-css");
    return result;
  }

  // Doxygen prints nothing but warnings and errors, the paths of our copies first.
  void AddWarnings(const ProcessResult& result) {
    std::size_t begin = 0;
    while (begin < result.output.size()) {
      const std::size_t end = std::min(result.output.find('\n', begin), result.output.size());
      std::string line = result.output.substr(begin, end - begin);
      const std::string prefix = pages_.string() + "/";
      if (line.compare(0, prefix.size(), prefix) == 0) line.erase(0, prefix.size());
      if (!line.empty()) site_.problems.push_back(line);
      begin = end + 1;
    }
    if (!result.ok() && site_.problems.empty())
      site_.problems.push_back(fmt::format("doxygen ended with code {}", result.exit_code));
  }

  const Project& project_;
  fs::path folder_;
  fs::path pages_;
  Catalog catalog_;
  SiteContents contents_;
  std::vector<fs::path> inputs_;
  Site site_;
};

}  // namespace

Site BuildSite(const Project& project) {
  if (!fs::exists(fs::path(kStyleFolder) / "doxygen-awesome.css"))
    throw UserError(kExitMachineLacks,
                    fmt::format("the site's style is missing: install doxygen-awesome-css, which "
                                "brings {}",
                                kStyleFolder));
  return SiteBuilder(project).Build();
}

int RunDocs(const Project& project, const DocsArguments& arguments) {
  const Site site = BuildSite(project);
  if (arguments.json) {
    fmt::print("{}\n", nlohmann::json{{"index", site.index.string()},
                                      {"pages", site.pages},
                                      {"links", site.links},
                                      {"problems", site.problems}}
                           .dump(2));
  } else {
    for (const std::string& problem : site.problems) fmt::print(stderr, "{}\n", problem);
    fmt::print("{} pages, {} links followed, {} problems\n{}\n", site.pages, site.links,
               site.problems.size(), site.index.string());
  }
  return site.ok() ? kExitPassed : kExitWrong;
}

}  // namespace workbook::tool
