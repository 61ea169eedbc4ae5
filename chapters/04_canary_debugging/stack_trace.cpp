#include "stack_trace.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

// Left out: this allocator's own frames, the half dozen that PyTorch's dispatcher puts between an
// operator and its kernel, and a test runner's.
constexpr const char* kHidden[] = {"workbook::DebugHeap::",
                                   "workbook::DebugAllocator::",
                                   "workbook::CaptureStack",
                                   "c10::impl::wrap_kernel_functor_unboxed_",
                                   "c10::BoxedKernel",
                                   "c10::KernelFunction::",
                                   "c10::Dispatcher::",
                                   "::redispatch",
                                   "testing::",
                                   "__libc_start_",
                                   "_start"};
// Nobody can do anything with a frame of these that has no name.
constexpr const char* kForeignLibraries[] = {"libtorch", "libc10", "libc.so"};

// "at::native::empty_like", without the parameters: with them a frame has up to 400 characters.
std::string Demangled(const char* name) {
  int status = 0;
  char* const plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  const std::string text = status == 0 ? plain : name;
  std::free(plain);
  return text.substr(0, text.find('(', 1));
}

bool IsHidden(const std::string& name) {
  return std::any_of(std::begin(kHidden), std::end(kHidden), [&name](const char* hidden) {
    return name.find(hidden) != std::string::npos;
  });
}

bool IsForeign(const std::string& library) {
  return std::any_of(std::begin(kForeignLibraries), std::end(kForeignLibraries),
                     [&library](const char* foreign) { return library.rfind(foreign, 0) == 0; });
}

std::string Offset(const void* address, const void* base) {
  char text[32];
  static_cast<void>(std::snprintf(text, sizeof(text), "+0x%zx",
                                  static_cast<std::size_t>(static_cast<const char*>(address) -
                                                           static_cast<const char*>(base))));
  return text;
}

const char* FileName(const Dl_info& info) {
  if (info.dli_fname == nullptr) return "?";
  const char* const slash = std::strrchr(info.dli_fname, '/');
  return slash == nullptr ? info.dli_fname : slash + 1;
}

// Empty for a frame that is left out.
std::string DescribeFrame(void* frame) {
  Dl_info info{};
  if (dladdr(frame, &info) == 0) return "?";
  if (info.dli_sname == nullptr) {
    if (IsForeign(FileName(info))) return {};
    return FileName(info) + Offset(frame, info.dli_fbase);
  }
  const std::string name = Demangled(info.dli_sname);
  if (IsHidden(name)) return {};
  return name + Offset(frame, info.dli_saddr) + " (" + FileName(info) + ")";
}

thread_local int this_thread = 0;

// A child process has one thread, with a number of its own.
void ForgetThread() { this_thread = 0; }

}  // namespace

StackTrace CaptureStack(std::size_t frames) {
  StackTrace trace;
  if (frames == 0) return trace;
  const int got =
      backtrace(trace.frames.data(), static_cast<int>(std::min(frames, StackTrace::kMaxFrames)));
  trace.depth = static_cast<std::size_t>(got);
  return trace;
}

std::string DescribeStack(const StackTrace& trace) {
  std::string text;
  int number = 0;
  for (std::size_t i = 0; i < trace.depth; ++i) {
    const std::string frame = DescribeFrame(trace.frames[i]);
    if (!frame.empty()) text += "    #" + std::to_string(number++) + " " + frame + "\n";
  }
  return text.empty() ? "    (no stack was recorded)\n" : text;
}

int ThisThread() noexcept {
  static const int once = pthread_atfork(nullptr, nullptr, ForgetThread);
  static_cast<void>(once);
  if (this_thread == 0) this_thread = gettid();
  return this_thread;
}

}  // namespace workbook
