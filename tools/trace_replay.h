#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terminal.h"
#include "verdict.h"

namespace workbook::tool {

/// What came out for one stage under replay.
struct ReplayedStage {
  std::string name;                          ///< as the user asked for it: "3", "reference"
  std::string title;                         ///< for people: "3, yours"
  Verdict verdict = Verdict::kMachineLacks;  ///< kPassed: every block was sound
  std::string detail;                        ///< what is wrong; empty when passed
  std::uint64_t line = 0;                    ///< of the trace, where a block was wrong
  double utilisation = 0;                    ///< peak live bytes over peak reserved bytes
  std::uint64_t peak_live_bytes = 0;
  std::uint64_t peak_reserved_bytes = 0;
  std::optional<double> own_share;           ///< of the requests; nothing: the stage can't tell
  double operations_per_second = 0;          ///< allocations and frees; median
  double default_operations_per_second = 0;  ///< the default's, measured in the same rounds
  double speedup = 0;                        ///< median of the rounds' ratios to the default
  double speedup_low = 0;                    ///< the middle half of them
  double speedup_high = 0;
};

struct ReplayReport {
  std::string file;
  std::uint64_t operations = 0;
  std::uint64_t threads = 0;
  std::vector<ReplayedStage> stages;
};

/// Reads what a replay program wrote. @throws UserError when it is no such result
ReplayedStage ParseReplay(const std::string& json, ReplayReport& report);

/// One line a stage, and what is wrong below.
std::string ReplayText(const ReplayReport& report, const Terminal& terminal);

/// {"file", "operations", "threads", "stages":[{"name","verdict","utilisation",…}]}
std::string ReplayJson(const ReplayReport& report);

/// The exit code of the whole: the first stage's that is not passed, "not started" last.
ExitCode ReplayExitCode(const ReplayReport& report);

}  // namespace workbook::tool
