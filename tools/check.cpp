#include "check.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "carry.h"
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

// The exercise whose reset brings a file back: one that is written in it, if there is one.
std::string ResetFor(const Chapter& chapter, const Exercise& exercise, const std::string& file) {
  const std::vector<std::string> regions = chapter.RegionsOf(file);
  std::string id = exercise.is_milestone ? chapter.exercises.front().id : exercise.id;
  if (!regions.empty()) {
    const bool own =
        std::any_of(exercise.regions.begin(), exercise.regions.end(),
                    [&file](const RegionPlace& region) { return region.file == file; });
    if (!own) id = ExerciseOf(regions.front());
  }
  return " `./workbook reset " + id + "` brings it back and keeps a copy of yours.";
}

// The first of these files that is gone or empty, in a sentence; empty if all are there.
std::string DamagedFile(const Project& project, const Chapter& chapter, const Exercise& exercise,
                        const std::vector<std::string>& files) {
  for (const std::string& name : files) {
    const fs::path path = project.chapters() / chapter.name / name;
    const std::string reset = ResetFor(chapter, exercise, name);
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

// Line of the exercise's marker in a text whose markers may be damaged; 0 if it is not there.
int MarkerLine(const std::string& text, const std::string& id) {
  const std::size_t at = text.find("// [exercise " + id + "]");
  if (at == std::string::npos) return 0;
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

// The bodies of a file's regions. Where its markers are damaged, those of the regions that still
// stand whole, if these are all that the exercise needs: one lost line must not take the others'
// work along. Throws MarkerError otherwise.
std::map<std::string, std::string> BodiesIn(const std::string& text, const std::string& shown,
                                            const Chapter& chapter, const Exercise& exercise,
                                            const std::string& file) {
  try {
    const MarkedText marked = MarkedText::Parse(text, shown);
    marked.Require(chapter.RegionsOf(file));
    std::map<std::string, std::string> bodies;
    for (const Region& region : marked.regions()) bodies[region.id] = region.body;
    return bodies;
  } catch (const MarkerError&) {
    std::map<std::string, std::string> bodies = WholeRegions(text, chapter.RegionsOf(file));
    const bool own_are_whole = !exercise.is_milestone &&
                               std::all_of(exercise.regions.begin(), exercise.regions.end(),
                                           [&](const RegionPlace& place) {
                                             return place.file != file || bodies.contains(place.id);
                                           });
    if (!own_are_whole) throw;
    return bodies;
  }
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
    const auto found = BodiesIn(text, project.Shown(path), chapter, exercise, name);
    for (const RegionPlace& place : exercise.regions) {
      if (place.file != name) continue;
      const std::string& body = found.at(place.id);
      const int line = MarkerLine(text, place.id);
      const bool written = !SameBody(body, place.stub);
      report.places.push_back({place.id, project.Shown(path), line, written});
      if (report.line == 0) report.line = line;
      if (written) only_stubs = false;
      bodies += place.id + ":" + WithoutSpace(body) + "\n";
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

// The whole stage is built, so all its files must be there, also those that this exercise is not
// written in.
bool LacksAFile(const Project& project, const Chapter& chapter, const Exercise& exercise,
                ExerciseReport& report) {
  const std::string damage = DamagedFile(project, chapter, exercise, chapter.files);
  if (damage.empty()) return false;
  Conclude(report, Verdict::kDamagedFile, damage);
  return true;
}

bool ShowsWhatIsWanted(const Exercise& exercise, const CheckOptions& options,
                       const ExerciseReport& report) {
  return options.run_not_started && !exercise.is_milestone &&
         report.verdict == Verdict::kNotStarted;
}

}  // namespace

std::size_t ExerciseReport::PlacesWritten() const {
  return static_cast<std::size_t>(std::count_if(
      places.begin(), places.end(), [](const RegionLine& place) { return place.written; }));
}

bool ExerciseReport::IsBegun() const {
  return verdict == Verdict::kWrong && PlacesWritten() < places.size();
}

bool SupportsSanitizer(const Exercise& exercise, const std::string& sanitizer) {
  return sanitizer.empty() || std::find(exercise.sanitizers.begin(), exercise.sanitizers.end(),
                                        sanitizer) != exercise.sanitizers.end();
}

bool CheckText(const Project& project, const Catalog& catalog, const Exercise& exercise,
               ExerciseReport& report) {
  const Chapter& chapter = catalog.ChapterOf(exercise);
  report.id = exercise.id;
  if (const std::string damage =
          DamagedFile(project, chapter, exercise, FilesOf(chapter, exercise));
      !damage.empty()) {
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
  if (!SupportsSanitizer(exercise, options.sanitizer)) {
    Conclude(report, Verdict::kSkipped,
             "the tests of " + exercise.id + " cannot run under the " + options.sanitizer +
                 " sanitizer");
  } else if (const bool settled = CheckText(project, catalog, exercise, report);
             LacksAFile(project, catalog.ChapterOf(exercise), exercise, report)) {
    // It says so itself.
  } else if (!settled) {
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
