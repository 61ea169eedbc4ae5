#include "proof.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <sstream>

#include "build.h"
#include "check.h"
#include "files.h"
#include "skeleton.h"
#include "states.h"
#include "terminal.h"
#include "work_queue.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;

constexpr int kLeastFaults = 3;
constexpr std::size_t kHints = 3;
constexpr milliseconds kTimeLimit{60'000};
// A fault that never ends is waited for in full, so its wait is shorter.
constexpr milliseconds kHangLimit{8'000};

// The words of a fault file for what happened.
std::string FaultVerdict(const RunResult& run) {
  if (!run.sanitizer.empty()) return run.sanitizer + " sanitizer";
  if (run.verdict == Verdict::kWrong) return "failed";
  return std::string(Words(run.verdict));
}

bool IsGreen(const StateRunner::Outcome& outcome, const Exercise& exercise) {
  const auto run = outcome.by_exercise.find(exercise.id);
  return run != outcome.by_exercise.end() && run->second.verdict == Verdict::kPassed;
}

// A milestone may find that the libraries, not the stage, make the difference here.
bool Skips(const StateRunner::Outcome& outcome, const Exercise& exercise) {
  return exercise.is_milestone && outcome.by_exercise.at(exercise.id).verdict == Verdict::kSkipped;
}

// What went wrong, short enough for one line of a report.
std::string WhatHappened(const StateRunner::Outcome& outcome, const Exercise& exercise) {
  if (!outcome.compiled) {
    const auto error = FirstError(outcome.compiler_output, "");
    return "does not compile: " + (error ? std::to_string(error->line) + ": " + error->text
                                         : outcome.compiler_output.substr(0, 300));
  }
  const RunResult& run = outcome.by_exercise.at(exercise.id);
  std::string words = std::string(Words(run.verdict)) + " (" + run.detail + ")";
  if (const TestResult* bad = run.FirstBad()) {
    words += " in " + bad->name;
    if (!bad->failures.empty()) words += ":\n" + bad->failures.front().message.substr(0, 600);
  }
  return words;
}

class TextProof {
 public:
  TextProof(const Project& project, const Catalog& catalog, const Chapter& chapter)
      : project_(project), catalog_(catalog), chapter_(chapter) {
    const fs::path page = project.chapters() / chapter.name / "README.md";
    if (fs::exists(page)) headings_ = Headings(ReadFile(page));
    stale_ = OutOfDate(project, catalog);
  }

  void Check(const Exercise& exercise, ExerciseProof& proof) const {
    const auto hole = [&proof](const std::string& what) { proof.holes.push_back(what); };
    if (!headings_.contains(exercise.section)) {
      hole("README.md has no heading \"" + exercise.section + "\"");
    }
    if (exercise.test_sources.empty()) {
      hole("there is no test tests/" + chapter_.name + "/" + "ex_" + exercise.Suite().substr(2) +
           "_<topic>_test.cpp");
    }
    proof.skeleton = true;
    if (exercise.is_milestone) return;
    if (exercise.hints.size() != kHints) {
      hole("it has " + std::to_string(exercise.hints.size()) + " hints, not three");
    }
    CheckRegions(exercise, proof);
    CheckSkeleton(exercise, proof);
  }

 private:
  static std::set<std::string> Headings(const std::string& page) {
    std::set<std::string> headings;
    std::istringstream in(page);
    std::string line;
    while (std::getline(in, line)) {
      const std::size_t text = line.find_first_not_of("# ");
      if (line.starts_with("#") && text != std::string::npos) headings.insert(line.substr(text));
    }
    return headings;
  }

  static void CheckRegions(const Exercise& exercise, ExerciseProof& proof) {
    for (const RegionPlace& region : exercise.regions) {
      if (!region.file.ends_with(".cpp")) {
        proof.holes.push_back("region " + region.id + " stands in " + region.file +
                              ": regions may stand in .cpp files only");
      }
    }
  }

  void CheckSkeleton(const Exercise& exercise, ExerciseProof& proof) const {
    for (const std::string& name : stale_) {
      if (!name.starts_with("chapters/" + chapter_.name + "/")) continue;
      proof.skeleton = false;
      proof.holes.push_back(name +
                            " differs from what the solutions generate: run `./workbook dev sync`");
    }
    bool differs = false;
    for (const RegionPlace& place : exercise.regions) {
      const fs::path solution = project_.solutions() / chapter_.name / place.file;
      const MarkedText solved = MarkedText::Parse(ReadFile(solution), place.file);
      const MarkedText skeleton =
          MarkedText::Parse(SkeletonOf(project_, chapter_, place.file), place.file);
      if (!SameBody(skeleton.Find(place.id)->body, place.stub)) proof.skeleton = false;
      if (!SameBody(solved.Find(place.id)->body, place.stub)) differs = true;
    }
    if (!differs) {
      proof.skeleton = false;
      proof.holes.emplace_back("its stubs equal the solution: nothing is left to write");
    }
    ExerciseReport report;
    if (proof.skeleton && (!CheckText(project_, catalog_, exercise, report) ||
                           report.verdict != Verdict::kNotStarted)) {
      proof.skeleton = false;
      proof.holes.emplace_back("the fresh skeleton does not count as not started");
    }
  }

  const Project& project_;
  const Catalog& catalog_;
  const Chapter& chapter_;
  std::set<std::string> headings_;
  std::vector<std::string> stale_;
};

// Reference programs by sanitizer, built when the first state needs them.
class Runners {
 public:
  Runners(const Project& project, const std::vector<const Exercise*>& plain)
      : plain_(project, "", plain), project_(project) {}

  void Prepare(const std::string& sanitizer, const std::vector<const Exercise*>& exercises) {
    sanitized_[sanitizer] = std::make_unique<StateRunner>(project_, sanitizer, exercises);
  }

  StateRunner& For(const std::string& sanitizer) {
    return sanitizer.empty() ? plain_ : *sanitized_.at(sanitizer);
  }

 private:
  StateRunner plain_;
  std::map<std::string, std::unique_ptr<StateRunner>> sanitized_;
  const Project& project_;
};

// Proves the selected exercises of one chapter. Jobs run side by side; each writes into the proof
// of one exercise under the mutex.
class ChapterProof {
 public:
  ChapterProof(const Project& project, const Catalog& catalog, const Chapter& chapter,
               const std::vector<const Exercise*>& selected)
      : project_(project), chapter_(chapter), selected_(selected) {
    const TextProof text(project, catalog, chapter);
    for (const Exercise* exercise : selected) {
      ExerciseProof& proof = proofs_[exercise->id];
      proof.id = exercise->id;
      proof.is_milestone = exercise->is_milestone;
      text.Check(*exercise, proof);
      if (exercise->is_milestone) continue;
      try {
        faults_[exercise->id] = FaultsOf(project, chapter, *exercise);
      } catch (const UserError& error) {
        proof.holes.emplace_back(error.what());
      }
    }
    for (const std::string& stray : StrayFaults(project, chapter)) {
      proofs_[selected.front()->id].holes.push_back(stray + " belongs to no exercise");
    }
  }

  void BuildPrograms(ProgressLine& line) {
    line.Update("building the reference programs of " + chapter_.name);
    runners_ = std::make_unique<Runners>(project_, UpTo(*selected_.back()));
    std::map<std::string, std::vector<const Exercise*>> sanitized;
    for (const Exercise* exercise : selected_) {
      for (const Fault& fault : faults_[exercise->id]) {
        if (fault.Sanitizer().empty()) continue;
        auto& exercises = sanitized[fault.Sanitizer()];
        if (exercises.empty() || exercises.back() != exercise) exercises.push_back(exercise);
      }
    }
    for (const auto& [sanitizer, exercises] : sanitized) runners_->Prepare(sanitizer, exercises);
  }

  void AddJobs(std::vector<std::function<void()>>& jobs) {
    for (const Exercise* exercise : selected_) {
      if (!exercise->is_milestone) jobs.emplace_back([this, exercise] { ProveRed(*exercise); });
      jobs.emplace_back([this, exercise] { ProveGreen(*exercise); });
      if (exercise->is_milestone) continue;
      jobs.emplace_back([this, exercise] { ProveEmptied(*exercise); });
      proofs_[exercise->id].faults.resize(faults_[exercise->id].size());
      for (std::size_t i = 0; i < faults_[exercise->id].size(); ++i) {
        jobs.emplace_back([this, exercise, i] { ProveFault(*exercise, i); });
      }
    }
  }

  std::vector<ExerciseProof> Finish() {
    std::vector<ExerciseProof> result;
    for (const Exercise* exercise : selected_) {
      ExerciseProof& proof = proofs_[exercise->id];
      if (!exercise->is_milestone) CheckFaultsTogether(*exercise, proof);
      result.push_back(proof);
    }
    return result;
  }

 private:
  [[nodiscard]] std::vector<const Exercise*> UpTo(const Exercise& last) const {
    std::vector<const Exercise*> result;
    for (const Exercise* exercise : chapter_.InOrder()) {
      if (exercise->number < last.number) result.push_back(exercise);
    }
    result.push_back(&last);
    return result;
  }

  void Hole(const Exercise& exercise, const std::string& what) {
    const std::lock_guard lock(mutex_);
    proofs_[exercise.id].holes.push_back(what);
  }

  // Exercises 1…k-1 solved: k must be red, whatever its stub does.
  void ProveRed(const Exercise& exercise) {
    const StageState state =
        MakeState(project_, chapter_, StubsAfter(chapter_, exercise.number - 1));
    const auto outcome = runners_->For("").Run(state, {&exercise}, kTimeLimit);
    if (outcome.compiled && !IsGreen(outcome, exercise)) return;
    {
      const std::lock_guard lock(mutex_);
      proofs_[exercise.id].skeleton = false;
    }
    Hole(exercise, outcome.compiled ? "its tests pass on the skeleton"
                                    : "the skeleton " + WhatHappened(outcome, exercise));
  }

  void ProveGreen(const Exercise& exercise) {
    const StageState state = MakeState(project_, chapter_, StubsAfter(chapter_, exercise.number));
    const std::vector<const Exercise*> exercises =
        exercise.is_milestone ? std::vector<const Exercise*>{&exercise} : UpTo(exercise);
    const auto outcome = runners_->For("").Run(state, exercises, kTimeLimit);
    bool green = true;
    for (const Exercise* other : exercises) {
      if (outcome.compiled && IsGreen(outcome, *other)) continue;
      green = false;
      if (outcome.compiled && Skips(outcome, *other)) {
        const std::lock_guard lock(mutex_);
        proofs_[exercise.id].skipped = outcome.by_exercise.at(other->id).detail;
        continue;
      }
      Hole(exercise, "with exercises up to " + exercise.id + " solved, " + other->id + ": " +
                         WhatHappened(outcome, *other));
      if (!outcome.compiled) break;
    }
    const std::lock_guard lock(mutex_);
    proofs_[exercise.id].solution = green;
  }

  // The file that holds the exercise's first region, with nothing in it.
  void ProveEmptied(const Exercise& exercise) {
    StageState state;
    state.chapter = &chapter_;
    state.files[exercise.regions.front().file] = "";
    const auto outcome = runners_->For("").Run(state, {&exercise}, kTimeLimit);
    if (outcome.compiled && IsGreen(outcome, exercise)) {
      Hole(exercise, "its tests pass although " + exercise.regions.front().file + " is empty");
    }
  }

  void ProveFault(const Exercise& exercise, std::size_t index) {
    const Fault& fault = faults_.at(exercise.id)[index];
    std::map<std::string, std::string> bodies = StubsAfter(chapter_, exercise.number);
    for (const auto& [id, body] : fault.bodies) bodies[id] = body;
    const StageState state = MakeState(project_, chapter_, bodies);
    const milliseconds limit = fault.verdict == "timed out" ? kHangLimit : kTimeLimit;
    FaultProof proof{fault.name, false, ""};
    const auto outcome = runners_->For(fault.Sanitizer()).Run(state, {&exercise}, limit);
    std::string problem = JudgeFault(fault, exercise, outcome, proof);
    std::vector<const Exercise*> earlier = UpTo(exercise);
    earlier.pop_back();
    if (problem.empty() && !earlier.empty()) {
      problem = JudgeEarlier(exercise, runners_->For("").Run(state, earlier, limit));
    }
    if (!problem.empty()) Hole(exercise, project_.Shown(fault.path) + ": " + problem);
    const std::lock_guard lock(mutex_);
    proofs_[exercise.id].faults[index] = std::move(proof);
  }

  // Why the fault does not count as caught; empty if it does.
  static std::string JudgeFault(const Fault& fault, const Exercise& exercise,
                                const StateRunner::Outcome& outcome, FaultProof& proof) {
    if (!outcome.compiled || IsGreen(outcome, exercise)) {
      return outcome.compiled ? "no test notices it" : WhatHappened(outcome, exercise);
    }
    const RunResult& run = outcome.by_exercise.at(exercise.id);
    if (FaultVerdict(run) != fault.verdict) {
      return "announced \"" + fault.verdict + "\" but " + WhatHappened(outcome, exercise);
    }
    std::string others;
    for (const TestResult& test : run.tests) {
      if (test.outcome != TestOutcome::kFailed && test.outcome != TestOutcome::kUnfinished) {
        continue;
      }
      if (test.name == fault.caught_by || NamesTest(test.name, fault.caught_by)) {
        proof.by = test.name;
      }
      others += (others.empty() ? "" : ", ") + test.name;
    }
    if (proof.by.empty()) {
      return "announced to be caught by " + fault.caught_by + ", but red were: " + others;
    }
    if (run.AllText().find(fault.message) == std::string::npos) {
      return "the words \"" + fault.message + "\" are not in: " + WhatHappened(outcome, exercise);
    }
    proof.caught = true;
    return "";
  }

  [[nodiscard]] std::string JudgeEarlier(const Exercise& exercise,
                                         const StateRunner::Outcome& outcome) const {
    for (const Exercise* other : UpTo(exercise)) {
      if (other == &exercise || IsGreen(outcome, *other)) continue;
      return "it turns the earlier exercise " + other->id +
             " red too: " + WhatHappened(outcome, *other);
    }
    return "";
  }

  void CheckFaultsTogether(const Exercise& exercise, ExerciseProof& proof) const {
    const std::size_t count = proof.faults.size();
    if (count < kLeastFaults) {
      proof.holes.push_back("it has " + std::to_string(count) + " planted faults, not " +
                            std::to_string(kLeastFaults));
    }
    const std::vector<std::string> tests = ExpectedTests(exercise.test_sources, exercise.Suite());
    if (tests.empty()) {
      proof.holes.emplace_back("its test source holds no TEST of suite " + exercise.Suite());
      return;
    }
    const auto by_first =
        std::count_if(proof.faults.begin(), proof.faults.end(), [&tests](const FaultProof& fault) {
          return fault.caught && NamesTest(fault.by, tests.front());
        });
    if (by_first > 1) {
      proof.holes.push_back(std::to_string(by_first) + " faults are caught by its first test, " +
                            tests.front() + ": at most one may be");
    }
  }

  const Project& project_;
  const Chapter& chapter_;
  std::vector<const Exercise*> selected_;
  std::map<std::string, std::vector<Fault>> faults_;
  std::unique_ptr<Runners> runners_;
  std::mutex mutex_;
  std::map<std::string, ExerciseProof> proofs_;
};

}  // namespace

std::vector<ExerciseProof> Prove(const Project& project, const Catalog& catalog,
                                 const std::string& name, int jobs) {
  ProgressLine line("reading the chapters");
  std::vector<std::unique_ptr<ChapterProof>> chapters;
  const std::vector<const Exercise*> selected = catalog.Select(name);
  for (const Chapter& chapter : catalog.chapters) {
    std::vector<const Exercise*> here;
    for (const Exercise* exercise : selected) {
      if (exercise->chapter == chapter.number) here.push_back(exercise);
    }
    if (here.empty()) continue;
    chapters.push_back(std::make_unique<ChapterProof>(project, catalog, chapter, here));
    chapters.back()->BuildPrograms(line);
  }
  std::vector<std::function<void()>> work;
  for (const auto& chapter : chapters) chapter->AddJobs(work);
  std::atomic<std::size_t> done{0};
  const std::string of = " of " + std::to_string(work.size()) + " states";
  for (auto& job : work) {
    job = [job, &done, &line, of] {
      job();
      line.Update("proved " + std::to_string(++done) + of);
    };
  }
  RunAll(work, jobs);
  std::vector<ExerciseProof> proofs;
  for (const auto& chapter : chapters) {
    for (ExerciseProof& proof : chapter->Finish()) proofs.push_back(std::move(proof));
  }
  return proofs;
}

}  // namespace workbook::tool
