#include "runner.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "files.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

class EventFile {
 public:
  EventFile() : path_((fs::temp_directory_path() / "workbook-events-XXXXXX").string()) {
    const int fd = mkstemp(path_.data());
    if (fd < 0) {
      throw UserError(kExitMachineLacks, "Cannot make a file in " +
                                             fs::temp_directory_path().string() +
                                             ": is it full or read-only?");
    }
    close(fd);
  }
  ~EventFile() { unlink(path_.c_str()); }
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Events {
  bool planned = false;
  bool done = false;
  std::vector<TestResult> tests;

  TestResult& Test(const std::string& name) {
    const auto found = std::find_if(tests.begin(), tests.end(),
                                    [&name](const TestResult& test) { return test.name == name; });
    if (found != tests.end()) return *found;
    tests.emplace_back().name = name;
    return tests.back();
  }

  void Take(const nlohmann::json& event) {
    const std::string kind = event.value("event", "");
    if (kind == "plan") {
      planned = true;
      for (const auto& name : event.at("tests")) Test(name.get<std::string>());
      return;
    }
    if (kind == "done") done = true;
    if (!event.contains("test")) return;
    // A failure outside of any test, in a suite's set-up, has an empty name.
    TestResult& test = Test(event.at("test").get<std::string>());
    if (kind == "start") test.outcome = TestOutcome::kUnfinished;
    if (kind == "failure") {
      test.failures.push_back(
          {event.value("file", ""), event.value("line", 0), event.value("message", "")});
      if (test.name.empty()) test.outcome = TestOutcome::kFailed;
    }
    if (kind == "finish") Finish(test, event);
  }

  static void Finish(TestResult& test, const nlohmann::json& event) {
    const std::string result = event.value("result", "");
    test.reason = event.value("reason", "");
    test.note = event.value("note", "");
    test.outcome = result == "passed"    ? TestOutcome::kPassed
                   : result == "skipped" ? TestOutcome::kSkipped
                                         : TestOutcome::kFailed;
  }
};

// A line that is no JSON is one that a dying process could not finish: what follows it is missing
// too, and that is what the verdict says.
Events ReadEvents(const std::string& path) {
  Events events;
  std::istringstream lines(ReadFile(path));
  std::string line;
  while (std::getline(lines, line)) {
    const auto event = nlohmann::json::parse(line, nullptr, false);
    if (!event.is_object()) continue;
    try {
      events.Take(event);
    } catch (const nlohmann::json::exception&) {
      continue;
    }
  }
  return events;
}

std::string SanitizerIn(std::string_view output) {
  const auto says = [output](std::string_view text) {
    return output.find(text) != std::string_view::npos;
  };
  if (says("ERROR: AddressSanitizer") || says("ERROR: LeakSanitizer")) return "address";
  if (says("WARNING: ThreadSanitizer") || says("ERROR: ThreadSanitizer")) return "thread";
  if (says(": runtime error: ")) return "undefined";
  return "";
}

std::string SanitizerLine(std::string_view output) {
  for (const std::string_view sign :
       {"ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "WARNING: ThreadSanitizer",
        "ERROR: ThreadSanitizer", "runtime error: "}) {
    const std::size_t begin = output.find(sign);
    if (begin == std::string_view::npos) continue;
    return std::string(output.substr(begin, output.find('\n', begin) - begin));
  }
  return "";
}

// The parts of a suite's name between slashes: "Prefix/Ex3_2/0".
bool HasPart(std::string_view name, std::string_view part) {
  while (true) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    if (name.substr(0, slash) == part) return true;
    if (slash == name.size()) return false;
    name.remove_prefix(slash + 1);
  }
}

std::string ExitWords(const ProcessResult& process) {
  // The words are those of the test programs' own main.
  if (process.output.find("stack overflow: most often") != std::string::npos) {
    return "the stack is full: most often a recursion that never ends";
  }
  if (process.signal != 0) return SignalWords(process.signal);
  return "exit code " + std::to_string(process.exit_code);
}

const TestResult* Unfinished(const RunResult& run) {
  for (const TestResult& test : run.tests) {
    if (test.outcome == TestOutcome::kUnfinished) return &test;
  }
  return nullptr;
}

void Conclude(RunResult& run, Verdict verdict, const std::string& detail) {
  run.verdict = verdict;
  run.detail = detail;
}

std::string During(const RunResult& run) {
  const TestResult* test = Unfinished(run);
  return test == nullptr ? "outside of any test" : "in " + test->name;
}

void Judge(RunResult& run, const Events& events, const RunRequest& request) {
  const ProcessResult& process = run.process;
  if (!process.started) return Conclude(run, Verdict::kMachineLacks, process.output);
  if (process.timed_out) {
    const double seconds = static_cast<double>(request.time_limit.count()) / 1000;
    std::ostringstream detail;
    detail << "still running after " << seconds << " s, " << During(run)
           << ": an endless loop or a deadlock? --seconds gives it longer.";
    return Conclude(run, Verdict::kTimedOut, detail.str());
  }
  if (!run.sanitizer.empty()) {
    return Conclude(run, Verdict::kCrashed, SanitizerLine(process.output) + ", " + During(run));
  }
  if (process.signal != 0) {
    return Conclude(run, Verdict::kCrashed, ExitWords(process) + ", " + During(run));
  }
  if (!events.planned) {
    return Conclude(run, Verdict::kEndedEarly,
                    "the program ended with " + ExitWords(process) + " before its first test");
  }
  if (run.tests.empty()) return Conclude(run, Verdict::kEndedEarly, "the program holds no tests");
  for (const std::string& expected : request.expected_tests) {
    const bool planned =
        std::any_of(run.tests.begin(), run.tests.end(),
                    [&expected](const TestResult& test) { return NamesTest(test.name, expected); });
    if (!planned) {
      return Conclude(run, Verdict::kEndedEarly,
                      "the test " + expected + " stands in the source but was not run");
    }
  }
  if (!events.done || Unfinished(run) != nullptr) {
    return Conclude(run, Verdict::kEndedEarly,
                    "the program ended with " + ExitWords(process) + " " + During(run) +
                        ", before its tests were over");
  }
  const int failed = run.Count(TestOutcome::kFailed);
  const int not_run = run.Count(TestOutcome::kNotRun);
  if (failed > 0) {
    return Conclude(run, Verdict::kWrong,
                    std::to_string(failed) + " of " + std::to_string(run.tests.size()) +
                        (run.tests.size() == 1 ? " test failed" : " tests failed"));
  }
  if (not_run > 0) {
    return Conclude(run, Verdict::kEndedEarly, std::to_string(not_run) + " tests were not run");
  }
  if (const int skipped = run.Count(TestOutcome::kSkipped); skipped > 0) {
    const auto first = std::find_if(run.tests.begin(), run.tests.end(), [](const TestResult& test) {
      return test.outcome == TestOutcome::kSkipped;
    });
    return Conclude(run, Verdict::kSkipped, first->name + ": " + first->reason);
  }
  if (process.exit_code != 0) {
    return Conclude(run, Verdict::kEndedEarly,
                    "all tests passed, but the program ended with " + ExitWords(process));
  }
  Conclude(run, Verdict::kPassed,
           std::to_string(run.tests.size()) +
               (run.tests.size() == 1 ? " test passed" : " tests passed"));
}

// "TEST_F(Suite, Name)" at the beginning of a line: the two words.
bool ReadTestMacro(std::string_view text, std::string_view macro, std::string& suite,
                   std::string& name) {
  if (!text.starts_with(macro)) return false;
  text.remove_prefix(macro.size());
  if (text.empty() || text.front() != '(') return false;
  const std::size_t comma = text.find(',');
  const std::size_t end = text.find_first_of(",)", comma + 1);
  if (comma == std::string_view::npos || end == std::string_view::npos) return false;
  suite = WithoutSpace(text.substr(1, comma - 1));
  name = WithoutSpace(text.substr(comma + 1, end - comma - 1));
  return true;
}

bool BelongsTo(std::string_view suite, std::string_view exercise_suite) {
  return suite == exercise_suite || suite.starts_with(std::string(exercise_suite) + "_");
}

void AddExpected(std::string_view text, const std::string& suite, std::vector<std::string>& found) {
  std::string in_suite;
  std::string name;
  for (const std::string_view macro : {"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"}) {
    if (ReadTestMacro(text, macro, in_suite, name) && BelongsTo(in_suite, suite)) {
      found.push_back(in_suite + "." + name);
    }
  }
  for (const std::string_view macro :
       {"INSTANTIATE_TYPED_TEST_SUITE_P", "INSTANTIATE_TEST_SUITE_P"}) {
    if (ReadTestMacro(text, macro, in_suite, name) && BelongsTo(in_suite, suite)) {
      found.push_back(in_suite + "/");
    }
  }
}

}  // namespace

std::string FilterFor(const std::vector<std::string>& suites) {
  std::string filter = "--gtest_filter=";
  for (const std::string& suite : suites) {
    for (const std::string_view after : {".*", "_*", "/*"}) {
      filter += suite;
      filter += after;
      filter += ":*/";
      filter += suite;
      filter += after;
      filter += ':';
    }
  }
  return filter;
}

bool NamesTest(std::string_view planned, std::string_view in_source) {
  if (in_source.ends_with('/')) return planned.starts_with(in_source);
  const std::size_t dot = planned.find('.');
  const std::size_t source_dot = in_source.find('.');
  if (dot == std::string_view::npos || source_dot == std::string_view::npos) return false;
  const std::string_view name = planned.substr(dot + 1);
  return HasPart(planned.substr(0, dot), in_source.substr(0, source_dot)) &&
         name.substr(0, name.find('/')) == in_source.substr(source_dot + 1);
}

int RunResult::Count(TestOutcome outcome) const {
  return static_cast<int>(
      std::count_if(tests.begin(), tests.end(),
                    [outcome](const TestResult& test) { return test.outcome == outcome; }));
}

const TestResult* RunResult::FirstBad() const {
  for (const TestResult& test : tests) {
    if (test.outcome == TestOutcome::kFailed || test.outcome == TestOutcome::kUnfinished) {
      return &test;
    }
  }
  return nullptr;
}

std::string RunResult::AllText() const {
  std::string text = detail + "\n" + process.output;
  for (const TestResult& test : tests) {
    for (const TestFailure& failure : test.failures) text += "\n" + failure.message;
  }
  return text;
}

RunResult RunTests(const RunRequest& request) {
  const EventFile events_file;
  Command command;
  command.argv = {request.program.string()};
  command.argv.insert(command.argv.end(), request.arguments.begin(), request.arguments.end());
  command.env = request.env;
  command.env["WORKBOOK_EVENTS"] = events_file.path();
  command.time_limit = request.time_limit;
  RunResult run;
  run.process = RunProcess(command);
  Events events = ReadEvents(events_file.path());
  run.tests = std::move(events.tests);
  if (!run.process.ok()) run.sanitizer = SanitizerIn(run.process.output);
  Judge(run, events, request);
  return run;
}

std::vector<std::string> ExpectedTests(const std::vector<fs::path>& sources,
                                       const std::string& suite) {
  std::vector<std::string> found;
  for (const fs::path& source : sources) {
    const std::string text = ReadFile(source);
    // From line begin to line begin; a macro's arguments may run over the line's end.
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
      AddExpected(std::string_view(text).substr(begin), suite, found);
      if (text.find('\n', begin) == std::string::npos) break;
    }
  }
  return found;
}

}  // namespace workbook::tool
