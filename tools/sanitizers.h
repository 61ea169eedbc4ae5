#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "catalog.h"
#include "project.h"

namespace workbook::tool {

/// "" -> "dev", "address" -> "asan", "undefined" -> "ubsan", "thread" -> "tsan". Throws UserError.
/// The preset asan looks for undefined behaviour too: one build finds both.
std::string PresetOf(const std::string& sanitizer);

/// Environment of a test program built with this sanitizer ("" for none).
std::map<std::string, std::string> SanitizerEnvironment(const Exercise& exercise,
                                                        const std::string& sanitizer);

/// Where a preset's build puts the program of a target.
std::filesystem::path ProgramPath(const Project& project, const std::string& preset,
                                  const std::string& target);

}  // namespace workbook::tool
