#include "survivors.h"

#include <toml++/toml.h>

#include "files.h"

namespace workbook::tool {
namespace fs = std::filesystem;

std::vector<Survivor> ReadSurvivors(const Project& project, const Chapter& chapter) {
  const fs::path path = project.faults() / chapter.name / "survivors.toml";
  std::vector<Survivor> survivors;
  if (!fs::exists(path)) return survivors;
  try {
    const toml::table table = toml::parse(ReadFile(path), path.string());
    const toml::array* entries = table["survivor"].as_array();
    if (entries == nullptr) return survivors;
    for (const toml::node& node : *entries) {
      const toml::table* entry = node.as_table();
      Survivor survivor;
      if (entry != nullptr) {
        survivor.exercise = (*entry)["exercise"].value_or(std::string());
        survivor.statement = (*entry)["statement"].value_or(std::string());
        survivor.reason = (*entry)["reason"].value_or(std::string());
      }
      if (survivor.exercise.empty() || survivor.statement.empty() || survivor.reason.empty()) {
        throw UserError(
            kExitUsage,
            project.Shown(path) + ": every [[survivor]] needs exercise, statement and reason.");
      }
      survivors.push_back(std::move(survivor));
    }
  } catch (const toml::parse_error& error) {
    throw UserError(kExitUsage, project.Shown(path) + ":" +
                                    std::to_string(error.source().begin.line) + ": " +
                                    std::string(error.description()) + ".");
  }
  return survivors;
}

}  // namespace workbook::tool
