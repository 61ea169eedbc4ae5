#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "process.h"
#include "verdict.h"

namespace workbook::tool {

enum class TestOutcome { kPassed, kFailed, kSkipped, kUnfinished, kNotRun };

struct TestFailure {
  std::string file;
  int line = 0;
  std::string message;
};

struct TestResult {
  std::string name;  ///< "Ex3_2.ReturnsTheSameBlockAfterAFree"
  TestOutcome outcome = TestOutcome::kNotRun;
  std::vector<TestFailure> failures;
  std::string reason;  ///< of a skip
  std::string note;    ///< what it wants told to the learner, with gtest's RecordProperty
};

/// What a test program's own event stream and its end say together.
struct RunResult {
  Verdict verdict = Verdict::kEndedEarly;
  std::string detail;             ///< one sentence: why it is not passed
  std::vector<TestResult> tests;  ///< in the order of the plan
  ProcessResult process;
  std::string sanitizer;  ///< "address", "undefined", "thread" if one stopped the program

  [[nodiscard]] int Count(TestOutcome outcome) const;
  /// The first test that failed or did not finish; null if none.
  [[nodiscard]] const TestResult* FirstBad() const;
  /// The detail, the program's output and the failure messages: where a planted fault's words are
  /// looked for.
  [[nodiscard]] std::string AllText() const;
};

struct RunRequest {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::string> expected_tests;  ///< each must be in the program's plan
  std::map<std::string, std::string> env;
  std::chrono::milliseconds time_limit{60'000};
};

/// Runs a test program and believes its event stream only. Passed means: a plan with at least one
/// test and all expected ones, every planned test finished as passed, the end seen, exit code 0.
RunResult RunTests(const RunRequest& request);

/// gtest's filter for the tests of some exercises in a program that holds more.
/// @param suites  "Ex3_1", "Ex3_2"
std::string FilterFor(const std::vector<std::string>& suites);

/// Whether a test of a plan is the one that a source names: "Ex3_2.Name" is "Ex3_2.Name",
/// "Ex3_2/0.Name" and "Some/Ex3_2.Name/7".
bool NamesTest(std::string_view planned, std::string_view in_source);

/// "Ex3_2.Name" of every TEST, TEST_F, TYPED_TEST or TEST_P in the sources whose suite belongs to
/// the exercise. Parametrised and typed tests are named as written; in a plan they are found as
/// "…/Ex3_2.Name/0" or "Ex3_2/0.Name".
std::vector<std::string> ExpectedTests(const std::vector<std::filesystem::path>& sources,
                                       const std::string& suite);

}  // namespace workbook::tool
