#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <vector>

namespace workbook::tool {

/// Tells which `.cpp` and `.h` files of some folders changed. The kernel's inotify wakes it at
/// once; where that fails or stays silent (network folders, too many watches), the files' times and
/// sizes are looked at twice a second, which is also what decides.
class FileWatcher {
 public:
  /// @param use_inotify  false for a test of the second way
  explicit FileWatcher(std::vector<std::filesystem::path> folders, bool use_inotify = true);
  ~FileWatcher();
  FileWatcher(const FileWatcher&) = delete;
  FileWatcher& operator=(const FileWatcher&) = delete;

  /// Files that were written, made or deleted since the last call; waits for the first one, at most
  /// `limit`. A save that comes in several steps (write beside, rename) is one change.
  std::vector<std::filesystem::path> Wait(std::chrono::milliseconds limit);

  [[nodiscard]] bool uses_inotify() const { return inotify_fd_ >= 0; }

 private:
  struct Stamp {
    long long modified_ns = 0;
    long long bytes = 0;
    unsigned long long inode = 0;
    bool operator==(const Stamp&) const = default;
  };
  using Snapshot = std::map<std::filesystem::path, Stamp>;

  [[nodiscard]] Snapshot Look() const;
  std::vector<std::filesystem::path> Changes();
  void Sleep(std::chrono::milliseconds limit) const;

  std::vector<std::filesystem::path> folders_;
  int inotify_fd_ = -1;
  Snapshot seen_;
};

}  // namespace workbook::tool
