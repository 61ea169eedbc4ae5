// diff and reset: the learner's files against the skeleton and the solution.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "carry.h"
#include "desk.h"
#include "files.h"
#include "learner_verbs.h"
#include "skeleton.h"
#include "text_diff.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// --- diff ---------------------------------------------------------------------------------------

struct RegionDiff {
  std::string id;
  std::string file;
  std::vector<DiffLine> lines;
};

std::string SolutionBody(const Desk& desk, const Chapter& chapter, const RegionPlace& place) {
  const fs::path path = desk.project.solutions() / chapter.name / place.file;
  const MarkedText text = MarkedText::Parse(ReadFile(path), desk.project.Shown(path));
  const Region* region = text.Find(place.id);
  return region == nullptr ? std::string() : region->body;
}

std::vector<RegionDiff> Diffs(const Desk& desk, const Exercise& exercise, bool against_solution) {
  const Chapter& chapter = desk.catalog.ChapterOf(exercise);
  std::vector<RegionDiff> diffs;
  for (const RegionPlace& place : exercise.regions) {
    const fs::path path = desk.project.chapters() / chapter.name / place.file;
    const std::string shown = desk.project.Shown(path);
    const std::string mine =
        WholeRegions(ReadFile(path), chapter.RegionsOf(place.file)).at(place.id);
    diffs.push_back({place.id, shown,
                     against_solution ? DiffLines(mine, SolutionBody(desk, chapter, place))
                                      : DiffLines(place.stub, mine)});
  }
  return diffs;
}

// Where an exercise's markers belong, for a file in which they are damaged.
struct MarkerPlace {
  std::string file;
  std::vector<std::string> lines;  ///< given lines around, the two markers, "..." for the code
};

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::vector<MarkerPlace> MarkersAsTheyShouldBe(const Desk& desk, const Exercise& exercise) {
  static constexpr std::size_t kAround = 3;
  const Chapter& chapter = desk.catalog.ChapterOf(exercise);
  std::vector<MarkerPlace> places;
  for (const RegionPlace& place : exercise.regions) {
    const fs::path path = desk.project.chapters() / chapter.name / place.file;
    const std::string skeleton = SkeletonOf(desk.project, chapter, place.file);
    const std::vector<std::string> lines = LinesOf(skeleton);
    const MarkedText marked = MarkedText::Parse(skeleton, place.file);
    const Region& region = *marked.Find(place.id);
    const auto open = static_cast<std::size_t>(region.line) - 1;
    const auto close = static_cast<std::size_t>(region.end_line) - 1;
    MarkerPlace& shown = places.emplace_back(MarkerPlace{desk.project.Shown(path), {}});
    for (std::size_t i = open - std::min(open, kAround); i <= open; ++i) {
      shown.lines.push_back(lines[i]);
    }
    shown.lines.push_back(region.indent + "    ... your code ...");
    for (std::size_t i = close; i < std::min(close + 1 + kAround, lines.size()); ++i) {
      shown.lines.push_back(lines[i]);
    }
  }
  return places;
}

std::string MarkersText(const Desk& desk, const Exercise& exercise, const std::string& problem) {
  std::string out = Heading(exercise, desk.terminal);
  out += "  " + Wrap(problem, desk.terminal.width, 2) + "\n\n  The lines as they should be:\n";
  for (const MarkerPlace& place : MarkersAsTheyShouldBe(desk, exercise)) {
    out += "\n  " + desk.terminal.Paint(Style::kDim, place.file) + "\n";
    for (const std::string& line : place.lines) {
      const bool marker = line.find("// [exercise ") != std::string::npos ||
                          line.find("// [end ") != std::string::npos;
      out += "  " + (marker ? desk.terminal.Paint(Style::kGreen, line) : line) + "\n";
    }
  }
  return out;
}

json MarkersJson(const Desk& desk, const Exercise& exercise) {
  json out = json::array();
  for (const MarkerPlace& place : MarkersAsTheyShouldBe(desk, exercise)) {
    out.push_back({{"file", place.file}, {"lines", place.lines}});
  }
  return out;
}

std::string LineText(const DiffLine& line, const Terminal& terminal) {
  switch (line.kind) {
    case DiffLine::Kind::kRemoved:
      return terminal.Paint(Style::kRed, "- " + line.text) + "\n";
    case DiffLine::Kind::kAdded:
      return terminal.Paint(Style::kGreen, "+ " + line.text) + "\n";
    case DiffLine::Kind::kSame:
      break;
  }
  return "  " + line.text + "\n";
}

std::string DiffText(const Desk& desk, const Exercise& exercise,
                     const std::vector<RegionDiff>& diffs, bool against_solution) {
  std::string out = Heading(exercise, desk.terminal);
  out += against_solution
             ? "  - yours   + the solution\n"
             : "  - the skeleton   + yours   (against the solution once it has passed)\n";
  for (const RegionDiff& diff : diffs) {
    out += "\n" + desk.terminal.Paint(Style::kDim, fmt::format("  {}  [{}]", diff.file, diff.id)) +
           "\n";
    const bool same = std::all_of(diff.lines.begin(), diff.lines.end(), [](const DiffLine& line) {
      return line.kind == DiffLine::Kind::kSame;
    });
    if (same) {
      out += against_solution ? "  the same as the reference\n" : "  the skeleton, unchanged\n";
      continue;
    }
    for (const DiffLine& line : diff.lines) out += LineText(line, desk.terminal);
  }
  return out;
}

json DiffJson(const std::vector<RegionDiff>& diffs) {
  json out = json::array();
  for (const RegionDiff& diff : diffs) {
    json lines = json::array();
    for (const DiffLine& line : diff.lines) {
      static constexpr const char* kSigns[] = {" ", "-", "+"};
      lines.push_back(kSigns[static_cast<int>(line.kind)] + line.text);
    }
    out.push_back({{"region", diff.id}, {"file", diff.file}, {"lines", lines}});
  }
  return out;
}

// --- reset --------------------------------------------------------------------------------------

struct ResetFile {
  std::string file;
  std::string kept;  ///< where the copy is; empty if there was nothing to keep
  std::string what;  ///< "1.5", or empty for the whole file
};

std::optional<std::string> TextOf(const fs::path& path) {
  if (!fs::exists(path)) return std::nullopt;
  return ReadFile(path);
}

// The file with one exercise's regions as stubs. Where its markers are damaged, the skeleton with
// all other regions that still stand whole.
std::string WithoutExercise(const Project& project, const Chapter& chapter,
                            const Exercise& exercise, const std::string& file,
                            const std::string& text) {
  std::map<std::string, std::string> stubs;
  for (const RegionPlace& place : exercise.regions) stubs[place.id] = place.stub;
  try {
    const MarkedText marked = MarkedText::Parse(text, file);
    marked.Require(chapter.RegionsOf(file));
    std::map<std::string, std::string> here;
    for (const std::string& id : chapter.RegionsOf(file)) {
      if (stubs.contains(id)) here[id] = stubs[id];
    }
    return marked.Render(here);
  } catch (const MarkerError&) {
    auto bodies = WholeRegions(text, chapter.RegionsOf(file));
    for (const auto& [id, stub] : stubs) bodies.erase(id);
    return MarkedText::Parse(SkeletonOf(project, chapter, file), file).Render(bodies);
  }
}

class Reset {
 public:
  explicit Reset(const Project& project) : project_(project), catalog_(LoadCatalog(project)) {}

  std::vector<ResetFile> Run(const std::string& name) {
    const std::vector<const Exercise*> exercises = catalog_.Select(name);
    if (exercises.empty()) throw UserError(kExitUsage, "There is nothing to reset.");
    const Chapter& chapter = catalog_.ChapterOf(*exercises.front());
    if (name.find('.') == std::string::npos) {
      for (const std::string& file : chapter.files) {
        Write(chapter, file, SkeletonOf(project_, chapter, file));
      }
    } else {
      ResetOne(chapter, *exercises.front());
    }
    return std::move(done_);
  }

 private:
  void ResetOne(const Chapter& chapter, const Exercise& exercise) {
    if (exercise.is_milestone) {
      throw UserError(kExitUsage, fmt::format("{} has no code of its own. To reset the whole "
                                              "chapter: ./workbook reset {}",
                                              exercise.id, chapter.number));
    }
    if (BringGivenFilesBack(chapter)) return;
    std::vector<std::string> files;
    for (const RegionPlace& place : exercise.regions) {
      if (std::find(files.begin(), files.end(), place.file) == files.end()) {
        files.push_back(place.file);
      }
    }
    for (const std::string& file : files) {
      const auto text = TextOf(project_.chapters() / chapter.name / file);
      Write(chapter, file, WithoutExercise(project_, chapter, exercise, file, text.value_or("")),
            exercise.id);
    }
  }

  // Given files that are gone or empty come back first: nothing builds without them, and nobody's
  // code is lost by it. True if there were any.
  bool BringGivenFilesBack(const Chapter& chapter) {
    for (const std::string& file : chapter.files) {
      const auto text = TextOf(project_.chapters() / chapter.name / file);
      if (!chapter.RegionsOf(file).empty() || !WithoutSpace(text.value_or("")).empty()) continue;
      Write(chapter, file, SkeletonOf(project_, chapter, file));
    }
    return !done_.empty();
  }

  void Write(const Chapter& chapter, const std::string& file, const std::string& text,
             const std::string& what = {}) {
    const fs::path path = project_.chapters() / chapter.name / file;
    const auto before = TextOf(path);
    if (before == text) return;
    std::string kept;
    if (before) kept = project_.Shown(KeepCopy(project_.state(), path));
    WriteFileAtomically(path, text);
    done_.push_back({project_.Shown(path), kept, what});
  }

  const Project& project_;
  Catalog catalog_;
  std::vector<ResetFile> done_;
};

std::string ResetText(const std::vector<ResetFile>& files) {
  if (files.empty()) return " Nothing to do: it is the skeleton already.\n";
  std::string out;
  for (const ResetFile& file : files) {
    out += file.what.empty() ? fmt::format(" reset   {}\n", file.file)
                             : fmt::format(" reset   {} in {}; the rest of the file is as it was\n",
                                           file.what, file.file);
    out += file.kept.empty()
               ? "         it was missing, so there is no copy\n"
               : fmt::format(" copy    {0}\n back    cp \"{0}\" \"{1}\"\n", file.kept, file.file);
  }
  return out;
}

}  // namespace

int RunDiff(const Project& project, const ExerciseArguments& arguments) {
  const Desk desk(project);
  const ExerciseStanding& standing = desk.PickWithCode(arguments.exercise);
  const Progress progress = ProgressFile(project.state()).Load();
  const auto entry = progress.exercises.find(standing.exercise->id);
  const bool against_solution =
      standing.standing == Standing::kPassed ||
      (entry != progress.exercises.end() && entry->second.solution_asked >= 2);
  if (standing.standing == Standing::kDamaged) {
    if (arguments.json) {
      PrintJson({{"id", standing.exercise->id},
                 {"problem", standing.problem},
                 {"markers", MarkersJson(desk, *standing.exercise)}});
    } else {
      Print(MarkersText(desk, *standing.exercise, standing.problem));
    }
    return kExitPassed;
  }
  const std::vector<RegionDiff> diffs = Diffs(desk, *standing.exercise, against_solution);
  if (arguments.json) {
    PrintJson({{"id", standing.exercise->id},
               {"against", against_solution ? "solution" : "skeleton"},
               {"regions", DiffJson(diffs)}});
  } else {
    Print(DiffText(desk, *standing.exercise, diffs, against_solution));
  }
  return kExitPassed;
}

int RunReset(const Project& project, const ResetArguments& arguments) {
  if (arguments.name.empty()) {
    throw UserError(kExitUsage,
                    "Name what to reset: a chapter (./workbook reset 1) or an exercise "
                    "(./workbook reset 1.2).");
  }
  const std::vector<ResetFile> files = Reset(project).Run(arguments.name);
  if (!arguments.json) {
    Print(ResetText(files));
    return kExitPassed;
  }
  json out = json::array();
  for (const ResetFile& file : files) out.push_back({{"file", file.file}, {"copy", file.kept}});
  PrintJson({{"reset", out}});
  return kExitPassed;
}

}  // namespace workbook::tool
