#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "terminal.h"

namespace workbook::tool {

/// While it lives, a progress line also says how far ninja is: "[12/65]", read from the log that
/// the build writes. In a pipe it does nothing: each step would be a line there.
class BuildSteps {
 public:
  /// @param line  outlives this object
  /// @param what  the line's text, without the step
  /// @param log   need not exist yet; what an earlier build wrote is not read
  BuildSteps(ProgressLine& line, std::string what, std::filesystem::path log);
  ~BuildSteps();
  BuildSteps(const BuildSteps&) = delete;
  BuildSteps& operator=(const BuildSteps&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The last "[12/65]" at the beginning of a line of ninja's output; empty if there is none.
std::string LastStep(std::string_view ninja_output);

}  // namespace workbook::tool
