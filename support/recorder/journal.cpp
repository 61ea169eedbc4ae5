#include "journal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace workbook::recorder {
namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;
constexpr mode_t kMode = 0644;

// Room is reserved and not only counted: writing to a hole of a full disk would be SIGBUS.
char* MapChunk(const char* path, std::size_t offset) noexcept {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* memory = MAP_FAILED;
  errno = posix_fallocate(file, static_cast<off_t>(offset), kChunkBytes);
  if (errno == 0) {
    memory = mmap(nullptr, kChunkBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                  static_cast<off_t>(offset));
  }
  close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<char*>(memory);
}

}  // namespace

bool Journal::Create(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (file < 0) return false;
  close(file);
  path_ = path;
  chunk_begin_ = used_ = whole_ = 0;
  chunk_ = MapChunk(path_.c_str(), 0);
  return chunk_ != nullptr;
}

bool Journal::NextChunk() noexcept {
  char* next = MapChunk(path_.c_str(), chunk_begin_ + kChunkBytes);
  if (next == nullptr) return false;
  Unmap();
  chunk_ = next;
  chunk_begin_ += kChunkBytes;
  used_ = 0;
  return true;
}

bool Journal::Append(std::string_view lines) noexcept {
  if (chunk_ == nullptr) return false;
  while (!lines.empty()) {
    if (used_ == kChunkBytes && !NextChunk()) return false;
    const std::size_t count = std::min(lines.size(), kChunkBytes - used_);
    std::memcpy(chunk_ + used_, lines.data(), count);
    used_ += count;
    lines.remove_prefix(count);
  }
  whole_ = chunk_begin_ + used_;
  return true;
}

void Journal::Close() noexcept {
  if (path_.empty()) return;
  Unmap();
  static_cast<void>(truncate(path_.c_str(), static_cast<off_t>(whole_)) == 0);
  path_.clear();
}

void Journal::Abandon() noexcept {
  Unmap();
  path_.clear();
}

void Journal::Unmap() noexcept {
  if (chunk_ != nullptr) munmap(chunk_, kChunkBytes);
  chunk_ = nullptr;
}

}  // namespace workbook::recorder
