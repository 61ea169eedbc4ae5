#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench_results.h"
#include "bench_statistics.h"
#include "catalog.h"
#include "terminal.h"

namespace workbook::tool {

/// A gate of the chapter, judged on one program's results.
struct JudgedGate {
  Gate gate;
  GateVerdict verdict = GateVerdict::kNotMeasured;
  Estimate estimate;   ///< of the ratio, or of the counter
  std::string reason;  ///< why it was not measured
};

/// Judges every gate of a chapter.
std::vector<JudgedGate> JudgeGates(const std::vector<Gate>& gates, const BenchResults& results);

/// The cases of the gates that are inconclusive, and of those that share a case with one of these:
/// a ratio needs both of its cases from the same run.
std::set<std::string> CasesToMeasureAgain(const std::vector<JudgedGate>& gates);

/// One side of a benchmark: the learner's stage or the reference, each measured together with
/// PyTorch's default in a process of its own.
struct BenchSide {
  BenchResults results;
  std::vector<JudgedGate> gates;
  int tries = 1;  ///< more than one when a gate was inconclusive at first
};

/// All that `bench` found out.
struct BenchReport {
  int chapter = 0;
  std::string title;
  BenchSubject subject = BenchSubject::kStage;
  std::map<std::string, BenchSide> sides;  ///< "yours" and "reference"; one may be missing
  std::vector<std::string> files;          ///< what was written, relative to the root
  std::string note;                        ///< something that went wrong beside the measuring

  /// The side that is judged: the learner's if it is there.
  [[nodiscard]] const BenchSide& Judged() const;
};

/// The tables and verdicts, for people. Ends in a line break.
std::string BenchText(const BenchReport& report, const Terminal& terminal);

/// The same, and every repetition's time, for programs and for the plot. Ends in a line break.
std::string BenchJson(const BenchReport& report);

}  // namespace workbook::tool
