#include "scratch_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(const fs::path& pattern) {
  std::error_code ignored;  // mkdtemp says so too
  fs::create_directories(pattern.parent_path(), ignored);
  std::string name = pattern.string();
  if (mkdtemp(name.data()) == nullptr) {
    throw UserError(kExitMachineLacks, "Cannot make the folder " + name + ".");
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace workbook::tool
