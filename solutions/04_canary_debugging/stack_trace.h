#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace workbook {

/// The calls that led to a place in the program: return addresses, the innermost first. Given.
struct StackTrace {
  static constexpr std::size_t kMaxFrames = 32;

  std::size_t depth = 0;
  std::array<void*, kMaxFrames> frames;  // the first `depth` are set, the others undefined

  // Copies what is set and nothing else: most traces of a heap without stacks are empty.
  StackTrace() {}  // NOLINT(cppcoreguidelines-pro-type-member-init)
  StackTrace(const StackTrace& other) : depth(other.depth) { CopyFrames(other); }
  StackTrace& operator=(const StackTrace& other) {
    depth = other.depth;
    CopyFrames(other);
    return *this;
  }

  bool operator==(const StackTrace& other) const {
    return depth == other.depth &&
           std::equal(frames.begin(), frames.begin() + depth, other.frames.begin());
  }

 private:
  void CopyFrames(const StackTrace& other) {
    std::copy_n(other.frames.begin(), other.depth, frames.begin());
  }
};

/// The calling thread's stack. About a microsecond for ten frames; takes no lock of the workbook's.
/// @param frames  how many at most, up to kMaxFrames; 0 gives an empty trace at no cost
StackTrace CaptureStack(std::size_t frames);

/// One line a frame, "    #0 name+0x1c (library.so)", names as C++ writes them, without parameters.
/// Left out are frames of the debugging allocator itself and of PyTorch's dispatcher, and frames of
/// PyTorch's libraries that have no name. Another frame whose name is not exported stands as
/// "library.so+0x4d2f", which `addr2line -Cfe library.so 0x4d2f` turns into a line; a program
/// exports its names when it is linked with -rdynamic.
std::string DescribeStack(const StackTrace& trace);

/// The number that the kernel knows this thread by, as in `top -H` and in gdb.
int ThisThread() noexcept;

}  // namespace workbook
