#pragma once

#include "project.h"
#include "test_steps.h"

namespace workbook::tool {

/// clang-tidy over stages, support and command. Most of its time goes into headers of others, so
/// the sources of one folder are read as one file first; only where that finds something is each
/// read alone, and only what it says of a file alone counts.
StepResult CheckTidy(const Project& project);

}  // namespace workbook::tool
