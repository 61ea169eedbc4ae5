#include "test_steps.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

#include "build.h"
#include "catalog.h"
#include "docs.h"
#include "files.h"
#include "process.h"
#include "proof.h"
#include "runner.h"
#include "sanitizers.h"
#include "skeleton.h"
#include "source_files.h"
#include "tidy.h"
#include "work_queue.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

void Say(StepResult& result, const std::string& line) { result.log += line + "\n"; }

void Fail(StepResult& result, const std::string& line) {
  ++result.failed;
  result.failures += line + "\n";
  Say(result, line);
}

// Runs one command; its success is one test.
void RunAsTest(const Project& project, std::vector<std::string> argv, StepResult& result,
               const std::string& name) {
  Command command;
  command.argv = std::move(argv);
  command.folder = project.root;
  const ProcessResult process = RunProcess(command);
  if (!process.ok()) return Fail(result, name + ": FAILED\n" + process.output);
  ++result.passed;
  Say(result, name + ": passed");
}

// Runs a tool on each file, side by side.
StepResult RunOnEach(const Project& project, const std::vector<std::string>& tool,
                     const std::vector<fs::path>& files) {
  StepResult result;
  std::mutex mutex;
  std::vector<std::function<void()>> jobs;
  for (const fs::path& file : files) {
    jobs.emplace_back([&, file] {
      std::vector<std::string> argv = tool;
      argv.push_back(project.Shown(file));
      StepResult own;
      RunAsTest(project, argv, own, project.Shown(file));
      const std::lock_guard lock(mutex);
      Add(result, own);
    });
  }
  RunAll(jobs, HardwareJobs());
  return result;
}

StepResult CheckFormat(const Project& project) {
  return RunOnEach(project, {"clang-format", "--dry-run", "-Werror"},
                   FilesBelow(project, kOwnFolders, {".h", ".cpp"}));
}

StepResult CheckShell(const Project& project) {
  std::vector<fs::path> scripts =
      FilesBelow(project, {"tools/launcher", "tests/launcher", "tests/recorder"}, {".sh"});
  scripts.push_back(project.root / "workbook");
  scripts.push_back(project.root / ".ci" / "run");
  return RunOnEach(project, {"shellcheck", "-x"}, scripts);
}

StepResult CheckCommand(const Project& project) {
  StepResult result;
  const BuildResult build =
      Build(project, "command", {"workbook", "tool_tests", "trace_tests"}, HardwareJobs());
  if (!build.ok) {
    Fail(result, "the command does not build:\n" + build.output);
    return result;
  }
  Command ctest;
  ctest.argv = {"ctest",
                "--test-dir",
                project.build("command").string(),
                "-V",
                "-j",
                std::to_string(HardwareJobs()),
                "--no-tests=error"};
  ctest.output_limit_bytes = std::size_t{8} << 20;
  const ProcessResult process = RunProcess(ctest);
  Say(result, process.output);
  CountGtest(process.output, result);
  // A program that crashed prints no count of its own.
  if (!process.ok() && result.failed == 0) Fail(result, "ctest reports a failure");
  return result;
}

// Runs the shell tests of a folder below tests/, one after the other.
StepResult RunShellTests(const Project& project, const std::string& folder) {
  StepResult result;
  std::error_code ignored;
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::directory_iterator(project.tests() / folder, ignored)) {
    if (entry.path().filename().string().ends_with("_test.sh")) scripts.push_back(entry.path());
  }
  std::sort(scripts.begin(), scripts.end());
  for (const fs::path& script : scripts) {
    Command command;
    command.argv = {"sh", script.string()};
    command.folder = project.root;
    const ProcessResult process = RunProcess(command);
    Say(result, "== " + project.Shown(script) + "\n" + process.output);
    StepResult own;
    const bool counted = ReadTally(process.output, own);
    result.passed += own.passed;
    result.failed += own.failed;
    result.skipped += own.skipped;
    if (!counted || (!process.ok() && own.failed == 0)) {
      Fail(result, project.Shown(script) + ": ended without a good count");
    }
  }
  return result;
}

StepResult CheckLauncher(const Project& project) { return RunShellTests(project, "launcher"); }

StepResult CheckRecorder(const Project& project) {
  const BuildResult build = Build(project, "dev", {"recorder_probe"}, HardwareJobs());
  if (build.ok) return RunShellTests(project, "recorder");
  StepResult result;
  Fail(result, "preset dev does not build:\n" + build.output);
  return result;
}

StepResult CheckSync(const Project& project) {
  StepResult result;
  const Catalog catalog = LoadCatalog(project);
  const std::vector<std::string> stale = OutOfDate(project, catalog);
  for (const std::string& name : stale) {
    Fail(result, name + " differs from what the solutions generate");
  }
  result.passed = static_cast<int>(GenerateAll(project, catalog).size() - stale.size());
  return result;
}

void Describe(const Exercise& exercise, const RunResult& run, StepResult& result) {
  std::string words = exercise.ReferenceTarget() + ": " + std::string(Words(run.verdict)) + " (" +
                      run.detail + ")\n";
  for (const TestResult& test : run.tests) {
    if (test.outcome == TestOutcome::kPassed) continue;
    words += "  " + test.name + ": " + test.reason + "\n";
    for (const TestFailure& failure : test.failures) words += failure.message + "\n";
  }
  if (run.verdict != Verdict::kPassed) words += run.process.output + "\n";
  result.log += words;
  if (run.verdict != Verdict::kPassed && run.verdict != Verdict::kSkipped) {
    result.failures += words;
  }
}

void Count(const RunResult& run, StepResult& result) {
  const int passed = run.Count(TestOutcome::kPassed);
  const int skipped = run.Count(TestOutcome::kSkipped);
  result.passed += passed;
  result.skipped += skipped;
  const int bad = static_cast<int>(run.tests.size()) - passed - skipped;
  // A program may fail as a whole although each of its tests passed.
  const bool as_whole =
      bad == 0 && run.verdict != Verdict::kPassed && run.verdict != Verdict::kSkipped;
  result.failed += as_whole ? 1 : bad;
}

// Builds the reference programs of exercises and runs them side by side.
void RunReferences(const Project& project, const std::vector<const Exercise*>& exercises,
                   const std::string& sanitizer, StepResult& result) {
  const std::string preset = PresetOf(sanitizer);
  std::vector<std::string> targets;
  for (const Exercise* exercise : exercises) targets.push_back(exercise->ReferenceTarget());
  const BuildResult build = Build(project, preset, targets, HardwareJobs());
  if (!build.ok) return Fail(result, "preset " + preset + " does not build:\n" + build.output);
  std::mutex mutex;
  std::vector<std::function<void()>> jobs;
  for (const Exercise* exercise : exercises) {
    jobs.emplace_back([&, exercise] {
      RunRequest request;
      request.program = ProgramPath(project, preset, exercise->ReferenceTarget());
      request.expected_tests = ExpectedTests(exercise->test_sources, exercise->Suite());
      request.env = SanitizerEnvironment(*exercise, sanitizer);
      request.time_limit = std::chrono::minutes(5);
      const RunResult run = RunTests(request);
      const std::lock_guard lock(mutex);
      Count(run, result);
      Describe(*exercise, run, result);
    });
  }
  RunAll(jobs, HardwareJobs());
}

std::vector<const Exercise*> AllExercises(const Catalog& catalog, const std::string& sanitizer) {
  std::vector<const Exercise*> exercises = catalog.Select("");
  std::erase_if(exercises, [&sanitizer](const Exercise* exercise) {
    return !sanitizer.empty() && std::find(exercise->sanitizers.begin(), exercise->sanitizers.end(),
                                           sanitizer) == exercise->sanitizers.end();
  });
  return exercises;
}

// Tests that belong to no exercise: of the tests' own support, of the benchmarks, the consumer.
void RunOtherTests(const Project& project, StepResult& result) {
  const BuildResult build = Build(project, "dev", {"all"}, HardwareJobs());
  if (!build.ok) return Fail(result, "preset dev does not build:\n" + build.output);
  Command ctest;
  ctest.argv = {"ctest",       "--test-dir", project.build("dev").string(), "-V", "-E",
                "^reference_", "-j",         std::to_string(HardwareJobs())};
  ctest.output_limit_bytes = std::size_t{8} << 20;
  const ProcessResult process = RunProcess(ctest);
  Say(result, process.output);
  CountGtest(process.output, result);
  if (!process.ok() && result.failed == 0) Fail(result, "ctest reports a failure");
}

StepResult CheckReference(const Project& project) {
  StepResult result;
  const Catalog catalog = LoadCatalog(project);
  RunOtherTests(project, result);
  RunReferences(project, AllExercises(catalog, ""), "", result);
  return result;
}

int& CountOf(const ExerciseProof& proof, StepResult& result) {
  if (!proof.holes.empty()) return result.failed;
  return proof.skipped.empty() ? result.passed : result.skipped;
}

StepResult CheckProof(const Project& project) {
  StepResult result;
  const Catalog catalog = LoadCatalog(project);
  for (const ExerciseProof& proof : Prove(project, catalog, "", HardwareJobs())) {
    std::string words = proof.id + (proof.holes.empty() ? ": proven" : ": NOT PROVEN") + "\n";
    if (!proof.skipped.empty()) words = proof.id + ": skipped, " + proof.skipped + "\n";
    for (const std::string& hole : proof.holes) words += "  " + hole + "\n";
    ++CountOf(proof, result);
    if (!proof.holes.empty()) result.failures += words;
    result.log += words;
    for (const FaultProof& fault : proof.faults) {
      ++(fault.caught ? result.passed : result.failed);
      Say(result, "  " + fault.name + (fault.caught ? ": caught by " + fault.by : ": NOT CAUGHT"));
    }
  }
  return result;
}

// The trace reader takes any file: its tests run under the sanitizers like an exercise's.
void RunTraceTests(const Project& project, const std::string& sanitizer, StepResult& result) {
  const std::string preset = PresetOf(sanitizer);
  const BuildResult build = Build(project, preset, {"trace_tests"}, HardwareJobs());
  if (!build.ok) return Fail(result, "trace_tests do not build:\n" + build.output);
  Command tests;
  tests.argv = {(project.build(preset) / "tests" / "trace" / "trace_tests").string()};
  tests.time_limit = std::chrono::minutes(5);
  const ProcessResult process = RunProcess(tests);
  Say(result, process.output);
  CountGtest(process.output, result);
  if (!process.ok() && result.failed == 0) Fail(result, "trace_tests:\n" + process.output);
}

StepResult CheckSanitizer(const Project& project, const std::string& sanitizer) {
  StepResult result;
  const Catalog catalog = LoadCatalog(project);
  RunTraceTests(project, sanitizer, result);
  RunReferences(project, AllExercises(catalog, sanitizer), sanitizer, result);
  return result;
}

StepResult CheckDocs(const Project& project) {
  StepResult result;
  const Site site = BuildSite(project);
  for (const std::string& problem : site.problems) Fail(result, problem);
  result.passed = site.ok() ? site.pages : 0;
  Say(result, std::to_string(site.pages) + " pages, " + std::to_string(site.links) + " links");
  return result;
}

// "… [  PASSED  ] 12 tests." -> 12; 0 if the sign is not in the line or no number follows.
int NumberAfter(const std::string& line, const std::string& sign) {
  const std::size_t at = line.find(sign);
  if (at == std::string::npos) return 0;
  int number = 0;
  char word[8] = "";
  if (std::sscanf(line.c_str() + at + sign.size(), " %d %7s", &number, word) != 2) return 0;
  return std::string(word).starts_with("test") ? number : 0;
}

}  // namespace

void Add(StepResult& total, const StepResult& part) {
  total.passed += part.passed;
  total.failed += part.failed;
  total.skipped += part.skipped;
  total.log += part.log;
  total.failures += part.failures;
}

void CountGtest(const std::string& output, StepResult& result) {
  std::istringstream lines(output);
  std::string line;
  while (std::getline(lines, line)) {
    result.passed += NumberAfter(line, "[  PASSED  ]");
    result.failed += NumberAfter(line, "[  FAILED  ]");
    result.skipped += NumberAfter(line, "[  SKIPPED ]");
  }
}

bool ReadTally(const std::string& output, StepResult& result) {
  std::istringstream lines(output);
  std::string line;
  bool found = false;
  while (std::getline(lines, line)) {
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    if (std::sscanf(line.c_str(), "%d passed, %d failed, %d skipped", &passed, &failed, &skipped) !=
        3) {
      continue;
    }
    result.passed = passed;
    result.failed = failed;
    result.skipped = skipped;
    found = true;
  }
  return found;
}

std::vector<TestStep> TestSteps() {
  const auto sanitizer = [](const std::string& name) {
    return [name](const Project& project) { return CheckSanitizer(project, name); };
  };
  return {
      {"format", "clang-format over our own sources", CheckFormat},
      {"shell", "shellcheck over the launcher and its tests", CheckShell},
      {"sync", "skeletons and snippets are what the solutions generate", CheckSync},
      {"command", "the command's own tests", CheckCommand},
      {"launcher", "the launcher's tests", CheckLauncher},
      {"reference", "every test against the solutions", CheckReference},
      {"recorder", "./workbook trace record, on real programs", CheckRecorder},
      {"proof", "dev check: every exercise is proven", CheckProof},
      {"asan", "the same tests, address and undefined-behaviour sanitizers", sanitizer("address")},
      {"tsan", "torch-free tests, thread sanitizer", sanitizer("thread")},
      {"tidy", "clang-tidy over stages, support and command", CheckTidy},
      {"docs", "the site, Doxygen's warnings and broken links count", CheckDocs},
  };
}

}  // namespace workbook::tool
