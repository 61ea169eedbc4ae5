#pragma once

#include <string>

#include "catalog.h"
#include "check.h"
#include "terminal.h"

namespace workbook::tool {

/// "✓ 1.2  Zero bytes    passed    3 tests, 1.2 s": one line, with its line break.
std::string ResultLine(const Exercise& exercise, const ExerciseReport& report,
                       const Terminal& terminal);

/// The first failure in full: what the test, the compiler or the command itself has to say; for
/// code that is not written yet, what the first test wants. Then the names of the other tests that
/// failed. Ends in a line break; empty for a pass.
std::string FailureText(const Project& project, const Exercise& exercise,
                        const ExerciseReport& report, const Terminal& terminal);

/// The same without colour, for JSON and JUnit.
std::string PlainFailureText(const Project& project, const Exercise& exercise,
                             const ExerciseReport& report);

/// Whose code was judged, what to read, what to run next. Ends in a line break.
std::string NextSteps(const Catalog& catalog, const ExerciseReport& report,
                      const Terminal& terminal);

/// The verdict in words; "begun, 1 of 2 places written" for code that is written in part.
std::string VerdictWords(const ExerciseReport& report);

/// The colour that a verdict has everywhere.
Style StyleOf(const ExerciseReport& report);

}  // namespace workbook::tool
