// dev mutate: deletes each statement of a region in turn. A test of the exercise, or of a later one
// of the chapter, must notice; what nobody notices must stand in survivors.toml with a reason.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>

#include "catalog.h"
#include "files.h"
#include "json_text.h"
#include "mutants.h"
#include "states.h"
#include "survivors.h"
#include "terminal.h"
#include "verbs.h"
#include "work_queue.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

// Deleting a step often makes a loop endless.
constexpr std::chrono::milliseconds kTimeLimit{20'000};

enum class Fate { kCaught, kDoesNotCompile, kSurvived, kListed };

struct MutantReport {
  std::string exercise;
  std::string region;
  std::string statement;
  int line = 0;  ///< in the solution's file
  std::string file;
  Fate fate = Fate::kSurvived;
  std::string by;
};

class ChapterMutation {
 public:
  ChapterMutation(const Project& project, const Chapter& chapter,
                  const std::vector<const Exercise*>& selected)
      : project_(project),
        chapter_(chapter),
        survivors_(ReadSurvivors(project, chapter)),
        runner_(project, "", PointersTo(chapter.exercises)) {
    for (const Exercise* exercise : selected) {
      for (const RegionPlace& place : exercise->regions) AddMutants(*exercise, place);
    }
  }

  void AddJobs(std::vector<std::function<void()>>& jobs) {
    for (std::size_t i = 0; i < reports_.size(); ++i) {
      jobs.emplace_back([this, i] { Judge(i); });
    }
  }

  [[nodiscard]] const std::vector<MutantReport>& reports() const { return reports_; }

  // Entries of survivors.toml that name a statement which is caught, or is not there.
  [[nodiscard]] std::vector<std::string> Outdated(
      const std::vector<const Exercise*>& selected) const {
    std::vector<std::string> outdated;
    for (const Survivor& survivor : survivors_) {
      const bool chosen = std::any_of(selected.begin(), selected.end(), [&](const Exercise* e) {
        return e->id == survivor.exercise;
      });
      const bool used = std::any_of(reports_.begin(), reports_.end(), [&](const auto& report) {
        return report.fate == Fate::kListed && report.exercise == survivor.exercise &&
               SameBody(report.statement, survivor.statement);
      });
      if (chosen && !used) outdated.push_back(survivor.exercise + ": " + survivor.statement);
    }
    return outdated;
  }

 private:
  static std::vector<const Exercise*> PointersTo(const std::vector<Exercise>& exercises) {
    std::vector<const Exercise*> pointers;
    for (const Exercise& exercise : exercises) pointers.push_back(&exercise);
    return pointers;
  }

  void AddMutants(const Exercise& exercise, const RegionPlace& place) {
    const fs::path path = project_.solutions() / chapter_.name / place.file;
    const MarkedText text = MarkedText::Parse(ReadFile(path), project_.Shown(path));
    const Region& region = *text.Find(place.id);
    for (const Mutant& mutant : MutantsOf(region.body)) {
      MutantReport report;
      report.exercise = exercise.id;
      report.region = place.id;
      report.statement = mutant.statement;
      report.line = region.line + mutant.line;
      report.file = project_.Shown(path);
      reports_.push_back(std::move(report));
      bodies_.push_back(mutant.body);
    }
  }

  void Judge(std::size_t index) {
    MutantReport& report = reports_[index];
    const StageState state = MakeState(project_, chapter_, {{report.region, bodies_[index]}});
    // Its own tests usually notice; the later exercises are run only for what gets past them.
    std::vector<const Exercise*> own;
    std::vector<const Exercise*> later;
    for (const Exercise& exercise : chapter_.exercises) {
      if (exercise.id == report.exercise) own.push_back(&exercise);
      if (exercise.number > NumberOf(report.exercise)) later.push_back(&exercise);
    }
    if (SomebodyNotices(state, own, report) || SomebodyNotices(state, later, report)) return;
    const bool listed =
        std::any_of(survivors_.begin(), survivors_.end(), [&report](const Survivor& survivor) {
          return survivor.exercise == report.exercise &&
                 SameBody(survivor.statement, report.statement);
        });
    report.fate = listed ? Fate::kListed : Fate::kSurvived;
  }

  // True if that settles the mutant's fate.
  bool SomebodyNotices(const StageState& state, const std::vector<const Exercise*>& exercises,
                       MutantReport& report) {
    const auto outcome = runner_.Run(state, exercises, kTimeLimit);
    if (!outcome.compiled) {
      report.fate = Fate::kDoesNotCompile;
      return true;
    }
    for (const Exercise* exercise : exercises) {
      const RunResult& run = outcome.by_exercise.at(exercise->id);
      if (run.verdict == Verdict::kPassed) continue;
      const TestResult* bad = run.FirstBad();
      report.fate = Fate::kCaught;
      report.by = bad == nullptr ? exercise->id : bad->name;
      return true;
    }
    return false;
  }

  [[nodiscard]] int NumberOf(const std::string& id) const {
    for (const Exercise& exercise : chapter_.exercises) {
      if (exercise.id == id) return exercise.number;
    }
    return 0;
  }

  const Project& project_;
  const Chapter& chapter_;
  std::vector<Survivor> survivors_;
  StateRunner runner_;
  std::vector<MutantReport> reports_;
  std::vector<std::string> bodies_;
};

struct Summary {
  int caught = 0;
  int listed = 0;
  int not_compiled = 0;
  std::vector<MutantReport> survived;
  std::vector<std::string> outdated;
};

void Add(Summary& summary, const ChapterMutation& chapter) {
  for (const MutantReport& report : chapter.reports()) {
    if (report.fate == Fate::kCaught) ++summary.caught;
    if (report.fate == Fate::kListed) ++summary.listed;
    if (report.fate == Fate::kDoesNotCompile) ++summary.not_compiled;
    if (report.fate == Fate::kSurvived) summary.survived.push_back(report);
  }
}

void Print(const Summary& summary) {
  for (const MutantReport& report : summary.survived) {
    fmt::print("{}:{}: [{}] no test notices that this is gone: {}\n", report.file, report.line,
               report.exercise, report.statement);
  }
  for (const std::string& entry : summary.outdated) {
    fmt::print("survivors.toml lists what does not survive, or is not there: {}\n", entry);
  }
  fmt::print(
      "{} deleted statements: {} caught, {} survived, {} survive for a listed reason "
      "({} more do not compile)\n",
      summary.caught + summary.listed + static_cast<int>(summary.survived.size()), summary.caught,
      summary.survived.size(), summary.listed, summary.not_compiled);
}

void PrintJson(const Summary& summary) {
  std::string survived;
  for (const MutantReport& report : summary.survived) {
    survived += (survived.empty() ? "" : ",") +
                fmt::format("{{\"exercise\":{},\"file\":{},\"line\":{},\"statement\":{}}}",
                            JsonString(report.exercise), JsonString(report.file), report.line,
                            JsonString(report.statement));
  }
  fmt::print(
      "{{\"caught\":{},\"listed\":{},\"not_compiled\":{},\"survived\":[{}],\"outdated\":{}}}\n",
      summary.caught, summary.listed, summary.not_compiled, survived, JsonList(summary.outdated));
}

}  // namespace

int RunDevMutate(const Project& project, const DevMutateArguments& arguments) {
  const Catalog catalog = LoadCatalog(project);
  const std::vector<const Exercise*> selected = catalog.Select(arguments.exercise);
  Summary summary;
  ProgressLine line("building the reference programs");
  for (const Chapter& chapter : catalog.chapters) {
    std::vector<const Exercise*> here;
    for (const Exercise* exercise : selected) {
      if (exercise->chapter == chapter.number && !exercise->is_milestone) here.push_back(exercise);
    }
    if (here.empty()) continue;
    ChapterMutation mutation(project, chapter, here);
    std::vector<std::function<void()>> jobs;
    mutation.AddJobs(jobs);
    std::atomic<std::size_t> done{0};
    for (auto& job : jobs) {
      job = [job, &done, &line, &jobs, &chapter] {
        job();
        line.Update(fmt::format("{}: {} of {} mutants", chapter.name, ++done, jobs.size()));
      };
    }
    RunAll(jobs, arguments.jobs);
    Add(summary, mutation);
    for (std::string& entry : mutation.Outdated(here)) summary.outdated.push_back(std::move(entry));
  }
  if (arguments.json) {
    PrintJson(summary);
  } else {
    Print(summary);
  }
  const bool any = summary.caught + summary.listed > 0;
  return any && summary.survived.empty() && summary.outdated.empty() ? kExitPassed : kExitWrong;
}

}  // namespace workbook::tool
