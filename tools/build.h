#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "project.h"

namespace workbook::tool {

/// A compiler's error.
struct CompileError {
  std::string file;  ///< as the compiler named it
  int line = 0;
  std::string text;  ///< the compiler's words, with the lines that it quotes
};

struct BuildResult {
  bool ok = false;
  bool machine_lacks = false;  ///< configuring failed, or cmake or ninja cannot be run
  std::string output;          ///< of the failing step
  std::filesystem::path log;   ///< the whole output
  double seconds = 0;
};

/// Configures if needed and builds targets with ninja, one build of a folder at a time.
/// @param jobs  0: as many as ninja likes
BuildResult Build(const Project& project, const std::string& preset,
                  const std::vector<std::string>& targets, int jobs = 0);

/// The first error in `output` in a file below `folder`; else the first error of any file, which
/// includes what the linker says (then `line` is 0).
std::optional<CompileError> FirstError(std::string_view output,
                                       const std::filesystem::path& folder);

}  // namespace workbook::tool
