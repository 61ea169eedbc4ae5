#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace workbook::tool {

/// A checkout of the workbook: where its folders are.
struct Project {
  std::filesystem::path root;  ///< absolute

  [[nodiscard]] std::filesystem::path chapters() const { return root / "chapters"; }
  [[nodiscard]] std::filesystem::path solutions() const { return root / "solutions"; }
  [[nodiscard]] std::filesystem::path tests() const { return root / "tests"; }
  [[nodiscard]] std::filesystem::path faults() const { return root / "tests" / "faults"; }
  /// The build folder of a CMake preset, such as "dev".
  [[nodiscard]] std::filesystem::path build(std::string_view preset) const {
    return root / "build" / preset;
  }
  /// The command's own memory of this checkout: progress, kept copies.
  [[nodiscard]] std::filesystem::path state() const { return root / ".workbook"; }
  /// `path` as people read it: relative to the root where it lies below it.
  [[nodiscard]] std::string Shown(const std::filesystem::path& path) const;
};

/// The checkout named by WORKBOOK_ROOT, else the nearest folder above the running program, else
/// above the current folder, that holds chapters/chapters.cmake. Throws UserError if there is none.
Project FindProject();

}  // namespace workbook::tool
