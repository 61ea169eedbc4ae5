#include "source_files.h"

#include <algorithm>

namespace workbook::tool {
namespace fs = std::filesystem;

std::vector<fs::path> FilesBelow(const Project& project, const std::vector<std::string>& folders,
                                 const std::vector<std::string>& endings) {
  std::vector<fs::path> found;
  for (const std::string& folder : folders) {
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(project.root / folder, ignored)) {
      const std::string name = entry.path().filename().string();
      const bool wanted = std::any_of(endings.begin(), endings.end(), [&name](const auto& ending) {
        return name.ends_with(ending);
      });
      const bool fault = project.Shown(entry.path()).starts_with("tests/faults/");
      if (entry.is_regular_file() && wanted && !fault) found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace workbook::tool
