#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

/// Where our own sources stand. The learner's files in chapters/ are not judged: an unfinished
/// exercise is no fault of the project.
inline const std::vector<std::string> kOwnFolders{"solutions", "support", "tools", "tests",
                                                  "bench"};

/// Files below `folders` of the project whose names end so, sorted. Planted faults are pieces of
/// functions, not files that a tool could read: they are left out.
std::vector<std::filesystem::path> FilesBelow(const Project& project,
                                              const std::vector<std::string>& folders,
                                              const std::vector<std::string>& endings);

}  // namespace workbook::tool
