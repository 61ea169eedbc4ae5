#include "file_watcher.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

namespace workbook::tool {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kPollEvery(500);
constexpr milliseconds kSettle(60);  // an editor's write, rename and chmod lie this close together
constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE;

bool IsSource(const fs::path& file) {
  const fs::path extension = file.extension();
  return (extension == ".cpp" || extension == ".h") &&
         file.filename().string().front() != '.';  // editors' swap files begin with a dot
}

}  // namespace

FileWatcher::FileWatcher(std::vector<fs::path> folders, bool use_inotify)
    : folders_(std::move(folders)) {
  if (use_inotify) inotify_fd_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  for (const fs::path& folder : folders_) {
    if (inotify_fd_ < 0) break;
    if (inotify_add_watch(inotify_fd_, folder.c_str(), kEvents) >= 0) continue;
    close(inotify_fd_);
    inotify_fd_ = -1;
  }
  seen_ = Look();
}

FileWatcher::~FileWatcher() {
  if (inotify_fd_ >= 0) close(inotify_fd_);
}

std::vector<fs::path> FileWatcher::Wait(milliseconds limit) {
  const auto end = steady_clock::now() + limit;
  std::vector<fs::path> changed = Changes();
  while (changed.empty() && steady_clock::now() < end) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now());
    Sleep(std::min(left + milliseconds(1), kPollEvery));
    changed = Changes();
  }
  if (changed.empty()) return changed;
  poll(nullptr, 0, static_cast<int>(kSettle.count()));
  for (fs::path& file : Changes()) {
    if (std::find(changed.begin(), changed.end(), file) == changed.end()) {
      changed.push_back(std::move(file));
    }
  }
  return changed;
}

FileWatcher::Snapshot FileWatcher::Look() const {
  Snapshot snapshot;
  for (const fs::path& folder : folders_) {
    std::error_code ignored;  // a folder that is gone has no files
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
      struct stat info {};
      if (!IsSource(entry.path()) || stat(entry.path().c_str(), &info) != 0) continue;
      snapshot[entry.path()] = {info.st_mtim.tv_sec * 1'000'000'000LL + info.st_mtim.tv_nsec,
                                info.st_size, info.st_ino};
    }
  }
  return snapshot;
}

std::vector<fs::path> FileWatcher::Changes() {
  Snapshot now = Look();
  std::vector<fs::path> changed;
  for (const auto& [file, stamp] : now) {
    const auto before = seen_.find(file);
    if (before == seen_.end() || before->second != stamp) changed.push_back(file);
  }
  for (const auto& [file, stamp] : seen_) {
    if (!now.contains(file)) changed.push_back(file);
  }
  seen_ = std::move(now);
  return changed;
}

void FileWatcher::Sleep(milliseconds limit) const {
  pollfd wait{inotify_fd_, POLLIN, 0};  // poll ignores a negative descriptor and only sleeps
  if (poll(&wait, 1, static_cast<int>(limit.count())) <= 0) return;
  alignas(inotify_event) std::array<std::byte, 4096> events{};
  while (read(inotify_fd_, events.data(), events.size()) > 0) {
  }
}

}  // namespace workbook::tool
