#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check.h"
#include "standing.h"

namespace workbook::tool {

/// What is to be checked, and how.
struct SessionRequest {
  std::vector<const Exercise*> exercises;  ///< in order
  bool stop_at_first_failure = false;
  bool check_earlier_ones = true;  ///< after a pass of N.M, run N.1…N.M-1 again
  CheckOptions options;
  bool remember_chapter = true;  ///< where the learner works from now on
  /// Hears which earlier exercises are run again after a pass, before they are; may be empty.
  std::function<void(const std::vector<const Exercise*>&)> on_recheck;
};

struct SessionResult {
  std::vector<ExerciseReport> reports;  ///< of the request's exercises, as far as they were checked
  std::vector<ExerciseReport> broken;   ///< earlier ones that had passed and do so no more

  /// The first that did not pass, broken ones included; a skipped one only if there is no other.
  /// Null if all passed.
  [[nodiscard]] const ExerciseReport* FirstFailure() const;
  [[nodiscard]] ExitCode Code() const;
};

/// Checks exercises one after the other and remembers each pass at once, so that nothing is lost
/// when the command is stopped. `on_report` sees each of the request's reports as it comes.
SessionResult RunSession(const Project& project, const Catalog& catalog, ProgressFile& progress,
                         const SessionRequest& request,
                         const std::function<void(const ExerciseReport&)>& on_report);

}  // namespace workbook::tool
