#pragma once

#include <functional>
#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

/// What a step of `test` found. Every single test counts once; a skip is never counted as passed.
struct StepResult {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  std::string log;       ///< all that was said, written to build/test/<step>.log
  std::string failures;  ///< that part of it which tells what failed

  [[nodiscard]] bool ok() const { return failed == 0 && passed > 0; }
};

/// One step of `test`.
struct TestStep {
  std::string name;
  std::string what;
  std::function<StepResult(const Project&)> run;
};

/// All steps in the order they run: the quick ones first.
std::vector<TestStep> TestSteps();

/// Adds the counts and texts of a part.
void Add(StepResult& total, const StepResult& part);

/// Adds the counts of every "[  PASSED  ] 12 tests." and the like in the output of gtest programs,
/// which `ctest -V` indents with a number.
void CountGtest(const std::string& output, StepResult& result);

/// Reads a last line "N passed, N failed, N skipped". False if there is none.
bool ReadTally(const std::string& output, StepResult& result);

}  // namespace workbook::tool
