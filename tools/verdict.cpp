#include "verdict.h"

#include <array>

namespace workbook::tool {
namespace {

struct Row {
  Verdict verdict;
  std::string_view words;
  std::string_view identifier;
  ExitCode code;
};

constexpr std::array kRows{
    Row{Verdict::kPassed, "passed", "passed", kExitPassed},
    Row{Verdict::kWrong, "wrong", "wrong", kExitWrong},
    Row{Verdict::kNotStarted, "not started", "not_started", kExitNotStarted},
    Row{Verdict::kDoesNotCompile, "does not compile", "does_not_compile", kExitDoesNotCompile},
    Row{Verdict::kDamagedFile, "damaged file", "damaged_file", kExitDoesNotCompile},
    Row{Verdict::kCrashed, "crashed", "crashed", kExitCrashed},
    Row{Verdict::kTimedOut, "timed out", "timed_out", kExitCrashed},
    Row{Verdict::kEndedEarly, "ended early", "ended_early", kExitCrashed},
    Row{Verdict::kSkipped, "skipped", "skipped", kExitMachineLacks},
    Row{Verdict::kMachineLacks, "machine lacks something", "machine_lacks", kExitMachineLacks},
};

const Row& RowOf(Verdict verdict) {
  for (const Row& row : kRows) {
    if (row.verdict == verdict) return row;
  }
  return kRows[1];
}

}  // namespace

std::string_view Words(Verdict verdict) { return RowOf(verdict).words; }
std::string_view Identifier(Verdict verdict) { return RowOf(verdict).identifier; }
ExitCode ExitCodeOf(Verdict verdict) { return RowOf(verdict).code; }

}  // namespace workbook::tool
