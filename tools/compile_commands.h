#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace workbook::tool {

/// One entry of CMake's compile_commands.json.
struct CompileCommand {
  std::filesystem::path source;
  std::string command;  ///< for a shell, in the build folder
  std::string object;   ///< relative to the build folder
  std::string target;   ///< "reference_stage_03", read from the object's folder

  /// The same compilation of another file into another object, without warnings: a stub has unused
  /// parameters, and -Werror would refuse it.
  [[nodiscard]] std::string For(const std::filesystem::path& other_source,
                                const std::string& other_object) const;
};

/// Reads a build folder's compile_commands.json.
std::vector<CompileCommand> ReadCompileCommands(const std::filesystem::path& build_folder);

/// `text` with each occurrence of `from` replaced.
std::string Replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace workbook::tool
