#include "bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>

#include "bench_report.h"
#include "build.h"
#include "catalog.h"
#include "check.h"
#include "files.h"
#include "process.h"
#include "sanitizers.h"
#include "terminal.h"
#include "verdict.h"

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;

constexpr int kTries = 3;
constexpr std::chrono::minutes kTimeLimit{10};

// "^(a|b)$" for exactly these cases.
std::string FilterFor(const std::set<std::string>& names) {
  return fmt::format("^({})$", fmt::join(names, "|"));
}

class BenchVerb {
 public:
  BenchVerb(const Project& project, const BenchArguments& arguments)
      : project_(project), arguments_(arguments), catalog_(LoadCatalog(project)) {}

  int Run() {
    chapter_ = FindChapter();
    report_.chapter = chapter_->number;
    report_.title = chapter_->title;
    report_.subject = chapter_->bench;
    if (!arguments_.reference && chapter_->bench == BenchSubject::kStage) {
      RequireWritten();
      report_.sides["yours"] = Measure("bench", project_.chapters() / chapter_->name);
    }
    report_.sides["reference"] = Measure("reference_bench", project_.solutions() / chapter_->name);
    Write();
    Print(arguments_.json ? BenchJson(report_) : BenchText(report_, Terminal::Out()));
    return Code();
  }

 private:
  const Chapter* FindChapter() const {
    const Chapter* chapter = catalog_.FindChapter(arguments_.chapter);
    if (chapter == nullptr) {
      throw UserError(kExitUsage, fmt::format("there is no chapter {}. `./workbook list` shows "
                                              "what there is.",
                                              arguments_.chapter));
    }
    if (!fs::exists(project_.root / "bench" / chapter->name)) {
      throw UserError(kExitUsage, fmt::format("chapter {} has no benchmark.", arguments_.chapter));
    }
    return chapter;
  }

  // A benchmark needs the whole stage: a deleter that is still a stub would leak every block.
  void RequireWritten() const {
    for (const Exercise& exercise : chapter_->exercises) {
      ExerciseReport report;
      if (!CheckText(project_, catalog_, exercise, report)) continue;
      if (report.verdict != Verdict::kNotStarted) {
        throw UserError(ExitCodeOf(report.verdict), report.detail);
      }
      throw UserError(kExitNotStarted,
                      fmt::format("exercise {} is not written yet, and a benchmark needs the whole "
                                  "chapter. What the reference reaches: `./workbook bench {} "
                                  "--reference`",
                                  exercise.id, chapter_->number));
    }
  }

  fs::path BuildProgram(const std::string& target, const fs::path& stage) const {
    const BuildResult build = Build(project_, "release", {target});
    if (build.ok) return ProgramPath(project_, "release", target);
    const std::string log = project_.Shown(build.log);
    if (build.machine_lacks) {
      throw UserError(kExitMachineLacks, "building is not possible here: see " + log);
    }
    std::string message = "the benchmark does not compile. The whole log: " + log;
    if (const auto error = FirstError(build.output, stage)) {
      message += fmt::format("\n\n{}:{}: {}", error->file, error->line, error->text);
    }
    throw UserError(kExitDoesNotCompile, message);
  }

  BenchResults RunProgram(const fs::path& program, const std::string& filter,
                          int repetitions) const {
    const fs::path report =
        project_.state() / "bench" / (program.filename().string() + ".raw.json");
    fs::create_directories(report.parent_path());
    fs::remove(report);
    Command command;
    command.argv = {program.string(),
                    "--benchmark_enable_random_interleaving=true",
                    fmt::format("--benchmark_repetitions={}", repetitions),
                    fmt::format("--benchmark_min_time={}", arguments_.seconds),
                    "--benchmark_filter=" + filter,
                    "--benchmark_out=" + report.string(),
                    "--benchmark_out_format=json"};
    command.time_limit = kTimeLimit;
    const ProcessResult result = RunProcess(command);
    if (!result.ok()) throw UserError(kExitCrashed, Failure(program, result));
    return ReadBenchResults(report);
  }

  static std::string Failure(const fs::path& program, const ProcessResult& result) {
    const std::string name = program.filename().string();
    std::string words = fmt::format("{} ended with exit code {}", name, result.exit_code);
    if (result.timed_out) words = name + " did not end in time";
    if (result.signal != 0) words = name + " crashed: " + SignalWords(result.signal);
    return words + "\n\n" + LastWords(result.output, 800);
  }

  // Gates that are inconclusive are measured again, with twice the repetitions each time.
  BenchSide Measure(const std::string& prefix, const fs::path& stage) const {
    const std::string target = fmt::format("{}_{:02}", prefix, chapter_->number);
    ProgressLine progress("building " + target);
    const fs::path program = BuildProgram(target, stage);
    progress.Update("measuring " + target);
    BenchSide side;
    int repetitions = Repetitions();
    side.results = RunProgram(program, ".", repetitions);
    side.gates = JudgeGates(chapter_->gates, side.results);
    while (side.tries < kTries) {
      const std::set<std::string> unclear = CasesToMeasureAgain(side.gates);
      if (unclear.empty()) break;
      ++side.tries;
      repetitions *= 2;
      progress.Update(fmt::format("measuring {} again: try {} of {}", target, side.tries, kTries));
      side.results.Replace(RunProgram(program, FilterFor(unclear), repetitions));
      side.gates = JudgeGates(chapter_->gates, side.results);
    }
    return side;
  }

  // Where the machine is measured each repetition starts a process and warms it up.
  [[nodiscard]] int Repetitions() const {
    if (chapter_->bench == BenchSubject::kStage) return arguments_.repetitions;
    return std::max(5, arguments_.repetitions / 3);
  }

  void Write() {
    const fs::path base = project_.state() / "bench" / fmt::format("{:02}", chapter_->number);
    const fs::path json = base.string() + ".json";
    WriteFileAtomically(json, BenchJson(report_));
    report_.files.push_back(project_.Shown(json));
    if (arguments_.plot && chapter_->bench == BenchSubject::kStage) Plot(json, base);
  }

  void Plot(const fs::path& json, const fs::path& base) {
    Command command;
    // Debian's Python first: that is the one whose matplotlib is a package.
    const char* python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
    command.argv = {python, (project_.root / "bench" / "plot.py").string(), json.string(),
                    base.string()};
    command.time_limit = std::chrono::minutes(2);
    const ProcessResult result = RunProcess(command);
    if (!result.ok()) {
      report_.note = "The plot could not be drawn (it needs Python's matplotlib): " +
                     WithoutControl(result.output.substr(0, 400));
      return;
    }
    for (const char* suffix : {".png", ".svg"}) {
      report_.files.push_back(project_.Shown(base.string() + suffix));
    }
  }

  [[nodiscard]] int Code() const {
    const BenchSide& side = report_.Judged();
    const auto& cases = side.results.cases;
    const auto has_error = [](const BenchCase& one) {
      return !one.error.empty() && !one.skipped();
    };
    const auto unwritten = [](const BenchCase& one) {
      return one.error.find("is not written yet") != std::string::npos;
    };
    if (std::any_of(cases.begin(), cases.end(), unwritten)) return kExitNotStarted;
    if (std::any_of(cases.begin(), cases.end(), has_error)) return kExitWrong;
    const bool all_kept =
        std::all_of(side.gates.begin(), side.gates.end(), [](const JudgedGate& judged) {
          return judged.verdict == GateVerdict::kMet ||
                 judged.verdict == GateVerdict::kInconclusive;
        });
    return all_kept ? kExitPassed : kExitWrong;
  }

  const Project& project_;
  const BenchArguments& arguments_;
  Catalog catalog_;
  const Chapter* chapter_ = nullptr;
  BenchReport report_;
};

}  // namespace

int RunBench(const Project& project, const BenchArguments& arguments) {
  return BenchVerb(project, arguments).Run();
}

}  // namespace workbook::tool
