#pragma once

#include <filesystem>

#include "scratch_folder.h"

namespace workbook::tool {

/// A scratch folder whose path has a blank in it.
class TemporaryFolder : public ScratchFolder {
 public:
  TemporaryFolder()
      : ScratchFolder(std::filesystem::temp_directory_path() / "workbook test XXXXXX") {}
};

}  // namespace workbook::tool
