#include "check.h"

#include <algorithm>
#include <chrono>

#include "files.h"
#include "sanitizers.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

void Conclude(ExerciseReport& report, Verdict verdict, const std::string& detail) {
  report.verdict = verdict;
  report.detail = detail;
}

// A stage's file that is gone or empty. The whole stage is needed to judge any of its exercises.
std::string DamagedFile(const Project& project, const Chapter& chapter) {
  for (const std::string& name : chapter.files) {
    const fs::path path = project.chapters() / chapter.name / name;
    const std::string reset = " `./workbook reset " + std::to_string(chapter.number) +
                              "` brings the chapter's files back and keeps copies of yours.";
    if (!fs::exists(path)) return project.Shown(path) + " is missing." + reset;
    if (WithoutSpace(ReadFile(path)).empty()) return project.Shown(path) + " is empty." + reset;
  }
  return "";
}

std::vector<std::string> FilesOf(const Chapter& chapter, const Exercise& exercise) {
  if (exercise.is_milestone) return chapter.MarkedFiles();
  std::vector<std::string> names;
  for (const RegionPlace& region : exercise.regions) {
    if (std::find(names.begin(), names.end(), region.file) == names.end()) {
      names.push_back(region.file);
    }
  }
  return names;
}

// Reads the files that hold the exercise; fills files, line and region_hash. True if all regions
// equal their stubs. Throws MarkerError.
bool ReadRegions(const Project& project, const Chapter& chapter, const Exercise& exercise,
                 ExerciseReport& report) {
  bool only_stubs = true;
  std::string bodies;
  for (const std::string& name : FilesOf(chapter, exercise)) {
    const fs::path path = project.chapters() / chapter.name / name;
    const std::string text = ReadFile(path);
    report.files.push_back({project.Shown(path), ShortHash(text)});
    const MarkedText marked = MarkedText::Parse(text, project.Shown(path));
    marked.Require(chapter.RegionsOf(name));
    for (const RegionPlace& place : exercise.regions) {
      if (place.file != name) continue;
      const Region& region = *marked.Find(place.id);
      if (report.line == 0) report.line = region.line;
      if (!SameBody(region.body, place.stub)) only_stubs = false;
      bodies += place.id + ":" + WithoutSpace(region.body) + "\n";
    }
    if (exercise.is_milestone) bodies += WithoutSpace(text);
  }
  report.region_hash = ShortHash(bodies);
  return only_stubs;
}

const Exercise* FirstUnstarted(const Project& project, const Catalog& catalog,
                               const Chapter& chapter) {
  for (const Exercise& exercise : chapter.exercises) {
    ExerciseReport report;
    if (CheckText(project, catalog, exercise, report) && report.verdict == Verdict::kNotStarted) {
      return &exercise;
    }
  }
  return nullptr;
}

void BuildAndRun(const Project& project, const Chapter& chapter, const Exercise& exercise,
                 const CheckOptions& options, ExerciseReport& report) {
  const std::string preset = PresetOf(options.sanitizer);
  const BuildResult build = Build(project, preset, {exercise.CheckTarget()});
  if (!build.ok) {
    report.log = build.log;
    report.compile_error = FirstError(build.output, project.chapters() / chapter.name);
    if (build.machine_lacks) {
      return Conclude(report, Verdict::kMachineLacks,
                      "building is not possible here: see " + project.Shown(build.log));
    }
    return Conclude(report, Verdict::kDoesNotCompile, "the compiler refused it");
  }
  RunRequest request;
  request.program = ProgramPath(project, preset, exercise.CheckTarget());
  request.expected_tests = ExpectedTests(exercise.test_sources, exercise.Suite());
  request.env = SanitizerEnvironment(exercise, options.sanitizer);
  request.time_limit = options.time_limit;
  report.run = RunTests(request);
  Conclude(report, report.run.verdict, report.run.detail);
}

bool Supports(const Exercise& exercise, const std::string& sanitizer) {
  return sanitizer.empty() || std::find(exercise.sanitizers.begin(), exercise.sanitizers.end(),
                                        sanitizer) != exercise.sanitizers.end();
}

bool ShowsWhatIsWanted(const Exercise& exercise, const CheckOptions& options,
                       const ExerciseReport& report) {
  return options.run_not_started && !exercise.is_milestone &&
         report.verdict == Verdict::kNotStarted;
}

}  // namespace

bool CheckText(const Project& project, const Catalog& catalog, const Exercise& exercise,
               ExerciseReport& report) {
  const Chapter& chapter = catalog.ChapterOf(exercise);
  report.id = exercise.id;
  if (const std::string damage = DamagedFile(project, chapter); !damage.empty()) {
    Conclude(report, Verdict::kDamagedFile, damage);
    return true;
  }
  try {
    const bool only_stubs = ReadRegions(project, chapter, exercise, report);
    if (!exercise.is_milestone && only_stubs) {
      Conclude(report, Verdict::kNotStarted, "nothing is written between its markers yet");
      return true;
    }
  } catch (const MarkerError& error) {
    Conclude(report, Verdict::kDamagedFile, error.what());
    return true;
  }
  if (!exercise.is_milestone) return false;
  const Exercise* unstarted = FirstUnstarted(project, catalog, chapter);
  if (unstarted == nullptr) return false;
  Conclude(report, Verdict::kNotStarted, "exercise " + unstarted->id + " comes first");
  return true;
}

ExerciseReport CheckExercise(const Project& project, const Catalog& catalog,
                             const Exercise& exercise, const CheckOptions& options) {
  const Clock::time_point begin = Clock::now();
  ExerciseReport report;
  report.id = exercise.id;
  if (!Supports(exercise, options.sanitizer)) {
    Conclude(report, Verdict::kSkipped,
             "the tests of " + exercise.id + " cannot run under the " + options.sanitizer +
                 " sanitizer");
  } else if (!CheckText(project, catalog, exercise, report)) {
    BuildAndRun(project, catalog.ChapterOf(exercise), exercise, options, report);
  } else if (ShowsWhatIsWanted(exercise, options, report)) {
    const std::string detail = report.detail;
    BuildAndRun(project, catalog.ChapterOf(exercise), exercise, options, report);
    // A file that does not compile is news; all else says only that nothing is written.
    if (report.verdict != Verdict::kDoesNotCompile && report.verdict != Verdict::kMachineLacks) {
      Conclude(report, Verdict::kNotStarted, detail);
    }
  }
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return report;
}

}  // namespace workbook::tool
