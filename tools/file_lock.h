#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace workbook::tool {

/// A lock between processes, held while the object lives; the system drops it when a process dies,
/// so that nothing has to be cleaned up after Ctrl-C. The file holds who has it, in words.
class FileLock {
 public:
  /// Called once when somebody else holds the lock, with what stands in the file
  /// ("`./workbook check 1.2`, process 4711"), before waiting begins.
  using OnWait = std::function<void(const std::string& holder)>;

  /// Waits without limit for the lock. Throws std::runtime_error when the file cannot be made.
  /// @param holder  who asks, for others who will have to wait
  FileLock(const std::filesystem::path& file, const std::string& holder, const OnWait& on_wait);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_ = -1;
};

/// Writes beside the target, syncs, and renames: a reader sees the old file or the new one, whole.
/// Throws std::runtime_error with the system's reason; the old file is then untouched.
void WriteAtomically(const std::filesystem::path& file, const std::string& content);

/// The whole file. Throws std::runtime_error with the system's reason.
std::string ReadWhole(const std::filesystem::path& file);

}  // namespace workbook::tool
