#pragma once

#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

struct TraceRecordArguments {
  std::string output = "workbook.trace";  ///< another process of the same run writes output.PID
  std::vector<std::string> command;       ///< the program and its arguments
  bool json = false;
};
/// Runs a program with the recorder in it. Returns the program's own exit code (128 + the signal
/// that ended it); when that is 0 and the recorder was never loaded, kExitMachineLacks.
int RunTraceRecord(const Project& project, const TraceRecordArguments& arguments);

}  // namespace workbook::tool
