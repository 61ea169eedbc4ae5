// diff and reset: the learner's files against the skeleton and the solution.
#include <fmt/format.h>

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

void PrintJson(const json& value) {
  Print(value.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

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
    const MarkedText text = MarkedText::Parse(ReadFile(path), shown);
    text.Require(chapter.RegionsOf(place.file));
    const std::string& mine = text.Find(place.id)->body;
    diffs.push_back({place.id, shown,
                     against_solution ? DiffLines(mine, SolutionBody(desk, chapter, place))
                                      : DiffLines(place.stub, mine)});
  }
  return diffs;
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
    std::vector<std::string> files;
    for (const RegionPlace& place : exercise.regions) {
      if (std::find(files.begin(), files.end(), place.file) == files.end()) {
        files.push_back(place.file);
      }
    }
    for (const std::string& file : files) {
      const auto text = TextOf(project_.chapters() / chapter.name / file);
      Write(chapter, file, WithoutExercise(project_, chapter, exercise, file, text.value_or("")));
    }
  }

  void Write(const Chapter& chapter, const std::string& file, const std::string& text) {
    const fs::path path = project_.chapters() / chapter.name / file;
    const auto before = TextOf(path);
    if (before == text) return;
    std::string kept;
    if (before) kept = project_.Shown(KeepCopy(project_.state(), path));
    WriteFileAtomically(path, text);
    done_.push_back({project_.Shown(path), kept});
  }

  const Project& project_;
  Catalog catalog_;
  std::vector<ResetFile> done_;
};

std::string ResetText(const std::vector<ResetFile>& files) {
  if (files.empty()) return " Nothing to do: it is the skeleton already.\n";
  std::string out;
  for (const ResetFile& file : files) {
    out += fmt::format(" reset   {}\n", file.file);
    out += file.kept.empty() ? "         it was missing, so there is no copy\n"
                             : fmt::format(" copy    {}\n", file.kept);
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
