#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::tool {

/// The whole text of a file. Throws UserError (machine lacks) if it cannot be read.
std::string ReadFile(const std::filesystem::path& path);

/// Writes beside the target and renames: a reader sees the old text or the new one, never a part.
/// Makes the folders above it. Throws UserError if it cannot.
void WriteFileAtomically(const std::filesystem::path& path, std::string_view text);

/// SHA-256 in lower-case hexadecimal.
std::string Sha256(std::string_view text);

/// The first 12 digits of Sha256: what people are shown.
std::string ShortHash(std::string_view text);

/// The text without any white space: two bodies that compare equal differ in layout only.
std::string WithoutSpace(std::string_view text);

/// Copies `path` to .workbook/kept/<name>.<n>, n counting up, below `state`. Returns the copy's
/// path.
std::filesystem::path KeepCopy(const std::filesystem::path& state,
                               const std::filesystem::path& path);

/// An advisory lock on a file (made if missing), held until destroyed. Waits for another holder,
/// and says on standard error who that is when it takes longer. The system drops the lock when a
/// process dies, so that nothing is left behind. Throws Interrupted when Ctrl-C comes while
/// waiting.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  void Wait(const std::filesystem::path& path) const;

  int fd_;
};

}  // namespace workbook::tool
