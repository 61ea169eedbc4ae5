#include "check_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "build_steps.h"
#include "sanitizers.h"
#include "terminal.h"

namespace workbook::tool {
namespace {

// Before the hash of code that passed once and then failed unchanged.
constexpr const char* kPassedOnceWith = "again:";

class Session {
 public:
  Session(const Project& project, const Catalog& catalog, ProgressFile& progress,
          const SessionRequest& request)
      : project_(project), catalog_(catalog), progress_(progress), request_(request) {}

  SessionResult Run(const std::function<void(const ExerciseReport&)>& on_report) {
    SessionResult result;
    for (const Exercise* exercise : request_.exercises) {
      const bool first_failure = result.FirstFailure() == nullptr;
      const ExerciseReport& report = result.reports.emplace_back(Check(*exercise, first_failure));
      checked_.insert(exercise->id);
      if (on_report) on_report(report);
      if (report.verdict == Verdict::kPassed) {
        last_passed_[exercise->chapter] = exercise;
      } else if (request_.stop_at_first_failure) {
        break;
      }
    }
    if (request_.remember_chapter) RememberChapter(result);
    if (request_.check_earlier_ones) CheckEarlierOnes(result);
    return result;
  }

 private:
  // Of several that are not started only the first is run: it is the one to write next.
  ExerciseReport Check(const Exercise& exercise, bool run_not_started) {
    const std::string what = fmt::format("checking {} {}", exercise.id, exercise.title);
    ProgressLine line(what);
    const BuildSteps steps(line, what,
                           project_.build(PresetOf(request_.options.sanitizer)) / "logs" /
                               (exercise.CheckTarget() + ".log"));
    if (exercise.is_milestone) {
      if (auto waiting = MilestoneWaits(exercise)) return *waiting;
    }
    CheckOptions options = request_.options;
    options.run_not_started = run_not_started;
    ExerciseReport report = CheckExercise(project_, catalog_, exercise, options);
    // Under a sanitizer fewer tests may run: such a pass proves less, and is not remembered.
    if (request_.options.sanitizer.empty()) Remember(exercise, report);
    if (report.verdict != Verdict::kPassed && report.verdict != Verdict::kNotStarted) {
      NameEarlierOne(exercise, report);
    }
    return report;
  }

  [[nodiscard]] static bool CallsStub(const std::string& output, const Exercise& earlier) {
    return std::any_of(
        earlier.regions.begin(), earlier.regions.end(), [&output](const RegionPlace& region) {
          return output.find("exercise " + region.id + " is not written yet") != std::string::npos;
        });
  }

  // Exercises build on those before them: one of these that is not written, or that has changed
  // since it passed, may be what makes this one fail.
  void NameEarlierOne(const Exercise& exercise, ExerciseReport& report) {
    const std::string output = report.run.AllText();
    const Standings standings(project_, catalog_, progress_.Load());
    for (const Exercise& earlier : catalog_.ChapterOf(exercise).exercises) {
      if (earlier.number >= exercise.number) return;
      if (CallsStub(output, earlier)) {
        report.check_first_reason = earlier.id + " is not written yet, and these tests call it";
      } else if (standings.Of(earlier).standing == Standing::kChanged) {
        report.check_first_reason = earlier.id + "'s code has changed since it passed";
      } else {
        continue;
      }
      report.check_first = earlier.id;
      return;
    }
  }

  // The learner works where the first thing to do is.
  void RememberChapter(const SessionResult& result) {
    if (result.reports.empty()) return;
    const ExerciseReport* failure = result.FirstFailure();
    const std::string& id = failure == nullptr ? result.reports.back().id : failure->id;
    const int chapter = catalog_.Find(id)->chapter;
    progress_.Change([chapter](Progress& progress) { progress.last_chapter = chapter; });
  }

  std::optional<ExerciseReport> MilestoneWaits(const Exercise& milestone) {
    const Standings standings(project_, catalog_, progress_.Load());
    for (const Exercise& exercise : catalog_.ChapterOf(milestone).exercises) {
      if (standings.Of(exercise).standing == Standing::kPassed) continue;
      ExerciseReport report;
      report.id = milestone.id;
      report.verdict = Verdict::kNotStarted;
      report.detail = fmt::format(
          "The milestone is checked when all exercises of chapter {} have passed; {} {}.",
          milestone.chapter, exercise.id,
          standings.Of(exercise).standing == Standing::kChanged ? "must be checked again"
                                                                : "has not yet");
      report.check_first = exercise.id;
      return report;
    }
    return std::nullopt;
  }

  // The hash is the one of the code that was judged, not of what the file holds by now.
  void Remember(const Exercise& exercise, const ExerciseReport& report) {
    std::string hash = report.region_hash;
    if (exercise.is_milestone) {
      hash = Standings(project_, catalog_, progress_.Load()).Of(exercise).pass_hash;
    }
    const bool passed = report.verdict == Verdict::kPassed;
    progress_.Change([&](Progress& progress) {
      std::string& remembered = progress.exercises[exercise.id].passed_hash;
      if (passed) {
        remembered = hash;
      } else if (remembered == hash) {
        // The same code passed before: something around it broke it. It must pass again.
        remembered = kPassedOnceWith + hash;
      }
    });
  }

  // Those that had passed before the one that passed now, and can be run the same way.
  [[nodiscard]] std::vector<const Exercise*> EarlierOnes() {
    std::vector<const Exercise*> earlier;
    for (const auto& [chapter, last] : last_passed_) {
      for (const Exercise& exercise : catalog_.FindChapter(chapter)->exercises) {
        if (exercise.number >= last->number) break;
        if (checked_.contains(exercise.id) || !HasPassed(exercise)) continue;
        if (SupportsSanitizer(exercise, request_.options.sanitizer)) earlier.push_back(&exercise);
      }
    }
    return earlier;
  }

  void CheckEarlierOnes(SessionResult& result) {
    const std::vector<const Exercise*> earlier = EarlierOnes();
    if (!earlier.empty() && request_.on_recheck) request_.on_recheck(earlier);
    for (const Exercise* exercise : earlier) {
      ExerciseReport report = Check(*exercise, false);
      checked_.insert(exercise->id);
      // What this machine could not run says nothing about the code.
      if (report.verdict == Verdict::kPassed || report.verdict == Verdict::kSkipped) continue;
      result.broken.push_back(std::move(report));
    }
  }

  bool HasPassed(const Exercise& exercise) {
    const Progress progress = progress_.Load();
    const auto entry = progress.exercises.find(exercise.id);
    return entry != progress.exercises.end() && !entry->second.passed_hash.empty();
  }

  const Project& project_;
  const Catalog& catalog_;
  ProgressFile& progress_;
  const SessionRequest& request_;
  std::set<std::string> checked_;
  std::map<int, const Exercise*> last_passed_;  // by chapter
};

}  // namespace

const ExerciseReport* SessionResult::FirstFailure() const {
  const ExerciseReport* skipped = nullptr;
  for (const std::vector<ExerciseReport>* list : {&reports, &broken}) {
    for (const ExerciseReport& report : *list) {
      if (report.verdict == Verdict::kSkipped) {
        if (skipped == nullptr) skipped = &report;
      } else if (report.verdict != Verdict::kPassed) {
        return &report;
      }
    }
  }
  return skipped;
}

ExitCode SessionResult::Code() const {
  const ExerciseReport* failure = FirstFailure();
  return failure == nullptr ? kExitPassed : ExitCodeOf(failure->verdict);
}

SessionResult RunSession(const Project& project, const Catalog& catalog, ProgressFile& progress,
                         const SessionRequest& request,
                         const std::function<void(const ExerciseReport&)>& on_report) {
  return Session(project, catalog, progress, request).Run(on_report);
}

}  // namespace workbook::tool
