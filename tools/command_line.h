#pragma once

#include "project.h"

namespace workbook::tool {

/// Reads the command line and runs one verb. Returns the exit code.
int RunCommandLine(int argc, char** argv);

}  // namespace workbook::tool
