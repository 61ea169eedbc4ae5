#include "lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "error.h"
#include "event.h"

namespace workbook::trace {
namespace {

constexpr std::size_t kReadAtOnceBytes = std::size_t{256} << 10U;

std::string SystemWords() { return std::strerror(errno); }

}  // namespace

LineSource::LineSource(const std::filesystem::path& file)
    : file_(file), fd_(open(file.c_str(), O_RDONLY | O_CLOEXEC)), buffer_(kReadAtOnceBytes) {
  if (fd_ < 0) throw TraceError(file, 0, "cannot be opened: " + SystemWords());
}

LineSource::~LineSource() { close(fd_); }

bool LineSource::Next(std::string_view& line) {
  if (end_ != End::kNotYet) return false;
  ++number_;
  while (true) {
    const char* const from = buffer_.data() + begin_;
    const std::size_t left = size_ - begin_;
    const std::size_t looked_at = std::min(left, kMaxLineBytes);
    if (const void* const found = std::memchr(from, '\n', looked_at)) {
      line = {from, static_cast<std::size_t>(static_cast<const char*>(found) - from)};
      begin_ += line.size() + 1;
      if (line.find('\0') != std::string_view::npos)
        throw TraceError(file_, number_, "a zero byte in the middle of the file");
      return true;
    }
    if (std::memchr(from, '\0', looked_at) != nullptr) return Finish();
    if (left >= kMaxLineBytes) {
      throw TraceError(file_, number_,
                       "longer than " + std::to_string(kMaxLineBytes) + " bytes: not a trace");
    }
    if (!Fill()) return Finish();
  }
}

// Reads on behind what is left, which is moved to the front of the buffer.
bool LineSource::Fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, size_ - begin_);
  size_ -= begin_;
  begin_ = 0;
  ssize_t got = 0;
  do {
    got = read(fd_, buffer_.data() + size_, buffer_.size() - size_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw TraceError(file_, 0, "cannot be read: " + SystemWords());
  size_ += static_cast<std::size_t>(got);
  return got > 0;
}

// No line break follows in what was looked at: only a cut line or zero bytes may be left.
bool LineSource::Finish() {
  const char* const from = buffer_.data() + begin_;
  const void* const zero = std::memchr(from, '\0', size_ - begin_);
  if (zero == nullptr) {
    end_ = begin_ == size_ ? End::kClean : End::kCutLine;
    return false;
  }
  begin_ = static_cast<std::size_t>(static_cast<const char*>(zero) - buffer_.data());
  RequireZeroBytes();
  end_ = End::kZeroBytes;
  return false;
}

void LineSource::RequireZeroBytes() {
  do {
    const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto to = buffer_.begin() + static_cast<std::ptrdiff_t>(size_);
    if (std::any_of(from, to, [](char byte) { return byte != '\0'; }))
      throw TraceError(file_, number_, "text follows after zero bytes");
    begin_ = size_;
  } while (Fill());
}

}  // namespace workbook::trace
