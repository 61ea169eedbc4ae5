// trace replay: builds a program for each stage, lets it drive the stage with the trace, and shows
// the scores.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <string>

#include "build.h"
#include "catalog.h"
#include "check.h"
#include "desk.h"
#include "files.h"
#include "process.h"
#include "sanitizers.h"
#include "trace/error.h"
#include "trace/reader.h"
#include "trace_replay.h"
#include "trace_verbs.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kTimeLimit{10};
constexpr std::string_view kReference = "reference";

/// What one word of --with means.
struct Wanted {
  std::string name;                  ///< the word
  std::string title;                 ///< for people
  std::string target;                ///< the program
  const Chapter* chapter = nullptr;  ///< null for the default
  bool yours = false;                ///< the learner's code
};

class ReplayVerb {
 public:
  ReplayVerb(const Project& project, const TraceReplayArguments& arguments)
      : project_(project), arguments_(arguments), catalog_(LoadCatalog(project)) {}

  int Run() {
    // All words are understood before the first program is built.
    std::vector<Wanted> all;
    for (const std::string& name : arguments_.with) all.push_back(Understand(name));
    RequireSoundTrace();
    report_.file = arguments_.file;
    ProgressLine progress("replaying");
    for (const Wanted& wanted : all) {
      progress.Update("building " + wanted.target);
      report_.stages.push_back(Replay(wanted, progress));
      report_.stages.back().name = wanted.name;
      report_.stages.back().title = wanted.title;
    }
    Print(arguments_.json ? ReplayJson(report_) : ReplayText(report_, Terminal::Out()));
    return ReplayExitCode(report_);
  }

 private:
  // A file that is no trace is said once, and at once, not by every program.
  void RequireSoundTrace() const {
    if (!fs::exists(arguments_.file))
      throw UserError(kExitUsage, "there is no file \"" + arguments_.file + "\".");
    try {
      trace::Reader reader(arguments_.file);
      trace::Event event;
      bool any = false;
      while (reader.Next(event)) any = true;
      if (!any) throw UserError(kExitWrong, arguments_.file + " has no event to replay.");
    } catch (const trace::TraceError& error) {
      throw UserError(kExitWrong, error.what());
    }
  }

  [[nodiscard]] bool CanBeReplayed(const Chapter& chapter) const {
    return fs::exists(project_.root / "bench" / chapter.name / "replay_stage.cpp");
  }

  [[nodiscard]] std::string Choices() const {
    std::string words = "default";
    for (const Chapter& chapter : catalog_.chapters) {
      if (CanBeReplayed(chapter)) words += fmt::format(", {0}, reference:{0}", chapter.number);
    }
    return words + ", reference";
  }

  [[noreturn]] void Unknown(const std::string& name) const {
    throw UserError(kExitUsage, fmt::format("--with \"{}\": there is no such stage. There are: {}.",
                                            name, Choices()));
  }

  Wanted Understand(const std::string& name) const {
    if (name == "default") return {name, "default", "replay_default"};
    const bool reference = name.starts_with(kReference);
    std::string_view number = name;
    if (reference) {
      number.remove_prefix(kReference.size());
      if (number.starts_with(":")) {
        number.remove_prefix(1);
      } else if (!number.empty()) {
        Unknown(name);
      }
    }
    const Chapter& chapter = name == kReference ? LastChapter(name) : ChapterOf(name, number);
    const int n = chapter.number;
    if (reference) {
      return {name, fmt::format("{}, reference", n), fmt::format("reference_replay_{:02}", n),
              &chapter};
    }
    return {name, fmt::format("{}, yours", n), fmt::format("replay_{:02}", n), &chapter, true};
  }

  [[nodiscard]] const Chapter& LastChapter(const std::string& name) const {
    const Chapter* last = nullptr;
    for (const Chapter& chapter : catalog_.chapters) {
      if (CanBeReplayed(chapter)) last = &chapter;
    }
    if (last == nullptr) Unknown(name);
    return *last;
  }

  [[nodiscard]] const Chapter& ChapterOf(const std::string& name, std::string_view number) const {
    int value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    const bool is_number = error == std::errc() && end == number.data() + number.size();
    const Chapter* chapter = is_number ? catalog_.FindChapter(value) : nullptr;
    if (chapter == nullptr || !CanBeReplayed(*chapter)) Unknown(name);
    return *chapter;
  }

  ReplayedStage Replay(const Wanted& wanted, ProgressLine& progress) {
    ReplayedStage stage;
    if (wanted.yours && !IsWritten(*wanted.chapter, stage)) return stage;
    const BuildResult build = Build(project_, "release", {wanted.target});
    if (!build.ok) return NotBuilt(wanted, build);
    progress.Update("replaying with " + wanted.title);
    return RunProgram(wanted);
  }

  // A stage is driven as a whole: a deleter that is still a stub would leak every block.
  bool IsWritten(const Chapter& chapter, ReplayedStage& stage) const {
    for (const Exercise& exercise : chapter.exercises) {
      ExerciseReport report;
      if (!CheckText(project_, catalog_, exercise, report)) continue;
      stage.verdict = report.verdict;
      stage.detail = report.verdict == Verdict::kNotStarted
                         ? fmt::format(
                               "exercise {} is not written yet, and a replay needs the "
                               "whole chapter",
                               exercise.id)
                         : report.detail;
      return false;
    }
    return true;
  }

  [[nodiscard]] ReplayedStage NotBuilt(const Wanted& wanted, const BuildResult& build) const {
    ReplayedStage stage;
    const std::string log = project_.Shown(build.log);
    if (build.machine_lacks) {
      stage.detail = "building is not possible here: see " + log;
      return stage;
    }
    stage.verdict = Verdict::kDoesNotCompile;
    stage.detail = "the whole log: " + log;
    const fs::path folder =
        wanted.chapter == nullptr ? project_.root : project_.chapters() / wanted.chapter->name;
    if (const auto error = FirstError(build.output, folder))
      stage.detail =
          fmt::format("{}:{}: {}\n{}", error->file, error->line, error->text, stage.detail);
    return stage;
  }

  ReplayedStage RunProgram(const Wanted& wanted) {
    const fs::path result = project_.state() / "trace" / (wanted.target + ".json");
    fs::create_directories(result.parent_path());
    fs::remove(result);
    Command command;
    command.argv = {ProgramPath(project_, "release", wanted.target).string(),
                    fs::absolute(arguments_.file).string(), std::to_string(arguments_.rounds),
                    result.string()};
    command.time_limit = kTimeLimit;
    const ProcessResult process = RunProcess(command);
    if (process.ok() && fs::exists(result)) return ParseReplay(ReadFile(result), report_);
    ReplayedStage stage;
    stage.verdict = process.timed_out     ? Verdict::kTimedOut
                    : process.signal != 0 ? Verdict::kCrashed
                                          : Verdict::kEndedEarly;
    stage.detail = Failure(process);
    return stage;
  }

  static std::string Failure(const ProcessResult& process) {
    std::string words = fmt::format("it ended with exit code {}", process.exit_code);
    if (process.signal != 0) words = SignalWords(process.signal);
    if (process.timed_out) words = "it did not end in 10 minutes";
    return words + "\n" + LastWords(process.output, 800);
  }

  const Project& project_;
  const TraceReplayArguments& arguments_;
  Catalog catalog_;
  ReplayReport report_;
};

}  // namespace

int RunTraceReplay(const Project& project, const TraceReplayArguments& arguments) {
  return ReplayVerb(project, arguments).Run();
}

}  // namespace workbook::tool
