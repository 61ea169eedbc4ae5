#include "project.h"

#include <cstdlib>

#include "verdict.h"

namespace workbook::tool {
namespace fs = std::filesystem;
namespace {

bool IsRoot(const fs::path& folder) { return fs::exists(folder / "chapters" / "chapters.cmake"); }

bool FindAbove(fs::path folder, fs::path& found) {
  for (; !folder.empty(); folder = folder.parent_path()) {
    if (IsRoot(folder)) {
      found = folder;
      return true;
    }
    if (folder == folder.root_path()) return false;
  }
  return false;
}

}  // namespace

std::string Project::Shown(const fs::path& path) const {
  const fs::path relative = path.lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..") return path.string();
  return relative.string();
}

Project FindProject() {
  if (const char* named = std::getenv("WORKBOOK_ROOT"); named != nullptr && *named != '\0') {
    const fs::path root = fs::absolute(named).lexically_normal();
    if (IsRoot(root)) return {root};
    throw UserError(kExitUsage, "WORKBOOK_ROOT is " + root.string() +
                                    ", but there is no chapters/chapters.cmake in it. Unset it, or "
                                    "let it name the folder that you cloned.");
  }
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  fs::path root;
  if (FindAbove(self.parent_path(), root) || FindAbove(fs::current_path(), root)) return {root};
  throw UserError(kExitUsage,
                  "This is not inside a checkout of the workbook: no chapters/chapters.cmake here "
                  "or above. Go into the folder that you cloned.");
}

}  // namespace workbook::tool
