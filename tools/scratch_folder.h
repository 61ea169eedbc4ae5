#pragma once

#include <filesystem>

namespace workbook::tool {

/// A fresh folder, gone with all that is in it when the object dies.
class ScratchFolder {
 public:
  /// @param pattern  its path, ending in XXXXXX, for which letters are chosen; the folders above it
  ///                 are made. Throws UserError (machine lacks) where that is not possible.
  explicit ScratchFolder(const std::filesystem::path& pattern);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace workbook::tool
