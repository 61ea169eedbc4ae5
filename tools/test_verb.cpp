// The project's own test command: every step runs, whatever the others said.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "files.h"
#include "json_text.h"
#include "process.h"
#include "terminal.h"
#include "test_steps.h"
#include "verbs.h"
#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

struct Row {
  std::string name;
  StepResult result;
  double seconds = 0;
  fs::path log;
};

std::vector<TestStep> Chosen(const std::vector<std::string>& names) {
  std::vector<TestStep> steps = TestSteps();
  std::string existing;
  for (const TestStep& step : steps) existing += (existing.empty() ? "" : ", ") + step.name;
  for (const std::string& name : names) {
    const bool known = std::any_of(steps.begin(), steps.end(),
                                   [&name](const TestStep& step) { return step.name == name; });
    if (!known) {
      throw UserError(kExitUsage,
                      "There is no step \"" + name + "\". The steps are: " + existing + ".");
    }
  }
  if (names.empty()) return steps;
  std::erase_if(steps, [&names](const TestStep& step) {
    return std::find(names.begin(), names.end(), step.name) == names.end();
  });
  return steps;
}

StepResult RunStep(const TestStep& step, const Project& project) {
  const ProgressLine line("test " + step.name + ": " + step.what);
  try {
    StepResult result = step.run(project);
    if (result.passed + result.failed + result.skipped == 0) {
      result.failed = 1;
      result.log += "nothing to test was found\n";
    }
    return result;
  } catch (const UserError& error) {
    StepResult result;
    result.failed = 1;
    result.log = std::string(error.what()) + "\n";
    return result;
  }
}

Row RunLogged(const TestStep& step, const Project& project) {
  const Clock::time_point begin = Clock::now();
  Row row{step.name, RunStep(step, project), 0,
          project.root / "build" / "test" / (step.name + ".log")};
  row.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  WriteFileAtomically(row.log, row.result.log);
  return row;
}

void PrintRow(const Project& project, const Row& row) {
  const Terminal& terminal = Terminal::Out();
  const bool ok = row.result.ok();
  fmt::print("{:<11}{} {:>7}{:>8}{:>9}{:>9.1f} s{}\n", row.name,
             terminal.Paint(ok ? Style::kGreen : Style::kRed, ok ? "ok    " : "FAILED"),
             row.result.passed, row.result.failed, row.result.skipped, row.seconds,
             ok ? "" : "  " + project.Shown(row.log));
  std::fflush(stdout);
}

// What failed, cut to a length that a run somewhere else can show; the log has all of it.
void PrintFailure(const Row& row) {
  static constexpr std::size_t kMostBytes = 4000;
  const bool known = !row.result.failures.empty();
  const std::string& text = known ? row.result.failures : row.result.log;
  const std::size_t begin = !known && text.size() > kMostBytes ? text.size() - kMostBytes : 0;
  fmt::print("\n-- {}\n{}\n", row.name, WithoutControl(text.substr(begin, kMostBytes)));
}

std::string ToJson(const Project& project, const Row& row) {
  return fmt::format(
      "{{\"name\":{},\"ok\":{},\"passed\":{},\"failed\":{},\"skipped\":{},\"seconds\":{:.1f},"
      "\"log\":{}}}",
      JsonString(row.name), row.result.ok(), row.result.passed, row.result.failed,
      row.result.skipped, row.seconds, JsonString(project.Shown(row.log)));
}

int List(bool json) {
  std::string names;
  for (const TestStep& step : TestSteps()) {
    if (!json) fmt::print("{:<11}{}\n", step.name, step.what);
    names += (names.empty() ? "" : ",") + fmt::format("{{\"name\":{},\"what\":{}}}",
                                                      JsonString(step.name), JsonString(step.what));
  }
  if (json) fmt::print("{{\"steps\":[{}]}}\n", names);
  return kExitPassed;
}

}  // namespace

int RunTestVerb(const Project& project, const TestArguments& arguments) {
  if (arguments.list) return List(arguments.json);
  const std::vector<TestStep> steps = Chosen(arguments.steps);
  if (!arguments.json) {
    fmt::print("{:<11}{:<7}{:>7}{:>8}{:>9}\n", "step", "", "passed", "failed", "skipped");
  }
  std::vector<Row> rows;
  for (const TestStep& step : steps) {
    rows.push_back(RunLogged(step, project));
    if (!arguments.json) PrintRow(project, rows.back());
  }
  StepResult total;
  double seconds = 0;
  bool ok = true;
  std::string list;
  for (const Row& row : rows) {
    total.passed += row.result.passed;
    total.failed += row.result.failed;
    total.skipped += row.result.skipped;
    seconds += row.seconds;
    ok = ok && row.result.ok();
    list += (list.empty() ? "" : ",") + ToJson(project, row);
    if (!arguments.json && !row.result.ok()) PrintFailure(row);
  }
  if (arguments.json) {
    fmt::print("{{\"steps\":[{}],\"passed\":{},\"failed\":{},\"skipped\":{}}}\n", list,
               total.passed, total.failed, total.skipped);
  } else {
    fmt::print("\n{:.0f} s in all\n{} passed, {} failed, {} skipped\n", seconds, total.passed,
               total.failed, total.skipped);
  }
  return ok ? kExitPassed : kExitWrong;
}

}  // namespace workbook::tool
