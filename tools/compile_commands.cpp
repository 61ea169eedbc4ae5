#include "compile_commands.h"

#include <nlohmann/json.hpp>

#include "files.h"
#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string CompileCommand::For(const fs::path& other_source,
                                const std::string& other_object) const {
  std::string line = Replaced(command, "-o " + object, "-o " + other_object);
  line = Replaced(line, source.string(), other_source.string());
  return line + " -w";
}

std::vector<CompileCommand> ReadCompileCommands(const fs::path& build_folder) {
  const fs::path path = build_folder / "compile_commands.json";
  const auto entries = nlohmann::json::parse(ReadFile(path), nullptr, false);
  std::vector<CompileCommand> commands;
  if (!entries.is_array()) {
    throw UserError(kExitMachineLacks, path.string() + " is damaged: remove the folder " +
                                           build_folder.string() + " and try again.");
  }
  for (const auto& entry : entries) {
    CompileCommand command;
    command.source = entry.value("file", "");
    command.command = entry.value("command", "");
    // CMake writes the key "output" only from 3.27 on; the command itself always names it.
    const std::size_t output = command.command.rfind(" -o ");
    const std::size_t compile = command.command.find(" -c ", output);
    if (output == std::string::npos || compile == std::string::npos) continue;
    command.object = command.command.substr(output + 4, compile - output - 4);
    // "CMakeFiles/reference_stage_03.dir/solutions/…": the target's name is the folder's.
    const std::size_t begin = command.object.find("CMakeFiles/");
    const std::size_t end = command.object.find(".dir/");
    if (begin != std::string::npos && end != std::string::npos) {
      command.target = command.object.substr(begin + 11, end - begin - 11);
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

}  // namespace workbook::tool
