#include "file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace workbook::tool {
namespace {

[[noreturn]] void Fail(const std::string& what, const std::filesystem::path& file) {
  throw std::runtime_error(fmt::format("{} {}: {}", what, file.string(), std::strerror(errno)));
}

void WriteAll(int fd, std::string_view content, const std::filesystem::path& file) {
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail("cannot write", file);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string Holder(int fd) {
  std::array<char, 256> text{};
  const ssize_t bytes = pread(fd, text.data(), text.size(), 0);
  if (bytes <= 0) return "another process";
  return {text.data(), static_cast<std::size_t>(bytes)};
}

void LockWhole(int fd, const std::filesystem::path& file) {
  while (flock(fd, LOCK_EX) != 0) {
    if (errno != EINTR) Fail("cannot lock", file);
  }
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file, const std::string& holder,
                   const OnWait& on_wait) {
  std::filesystem::create_directories(file.parent_path());
  fd_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd_ < 0) Fail("cannot open the lock", file);
  if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
    if (on_wait) on_wait(Holder(fd_));
    LockWhole(fd_, file);
  }
  if (ftruncate(fd_, 0) == 0) {
    WriteAll(fd_, fmt::format("{}, process {}", holder, getpid()), file);
  }
}

FileLock::~FileLock() { close(fd_); }

void WriteAtomically(const std::filesystem::path& file, const std::string& content) {
  std::filesystem::create_directories(file.parent_path());
  std::string temporary = file.string() + ".XXXXXX";
  const int fd = mkstemp(temporary.data());
  if (fd < 0) Fail("cannot write beside", file);
  try {
    WriteAll(fd, content, file);
    if (fchmod(fd, 0644) != 0 || fsync(fd) != 0) Fail("cannot write", file);
    if (rename(temporary.c_str(), file.c_str()) != 0) Fail("cannot replace", file);
  } catch (...) {
    close(fd);
    unlink(temporary.c_str());
    throw;
  }
  close(fd);
}

std::string ReadWhole(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) Fail("cannot read", file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace workbook::tool
