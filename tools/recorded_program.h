#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "project.h"

namespace workbook::tool {

/// The program of a recorded run, and the PyTorch that it uses.
struct RecordedProgram {
  std::vector<std::string> argv;  ///< `python` is the workbook's own interpreter by now
  std::filesystem::path torch;    ///< the folder with include/ and lib/
  std::string torch_version;      ///< "2.14.1"
  bool is_python = false;         ///< an interpreter, or a script for one
};

/// Finds out before anything runs. `python` and `python3` without a path are the workbook's own
/// Python, which is installed when it is not there yet; an interpreter with a path, and a script
/// that names one in its first line, use the torch installed for it; a program that is linked with
/// libtorch uses that one; for anything else, a shell script say, it is the workbook's.
/// @throws UserError  when there is no such program, or when no recorder can be built for its
///         PyTorch: both versions are named then
RecordedProgram ResolveProgram(const Project& project, const std::vector<std::string>& command);

/// The version that the headers in a libtorch name, else the one in version.py; empty if neither.
std::string TorchVersion(const std::filesystem::path& torch);

}  // namespace workbook::tool
