#pragma once

#include <c10/core/Allocator.h>

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <stdexcept>

// What more than one kind of case measures or needs for it.
namespace workbook::bench {

using Word = std::uint64_t;

inline volatile Word* FirstWord(const c10::DataPtr& block) {
  return static_cast<volatile Word*>(block.get());
}

/// One pair of allocate and free, with a write to the block and a read between them.
/// @return whether the block kept its first word
inline bool AllocateStampFree(c10::Allocator& allocator, std::size_t bytes, Word stamp) {
  const c10::DataPtr block = allocator.allocate(bytes);
  volatile Word* word = FirstWord(block);
  *word = stamp;
  return *word == stamp;
}

/// Processor time of the calling thread, in nanoseconds.
inline double ThreadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// Does `once()` that many times.
/// @return the nanoseconds of one time, processor time of this thread
template <typename Once>
double TimeOf(std::size_t times, Once once) {
  const double begin = ThreadNanoseconds();
  for (std::size_t i = 0; i < times; ++i) once();
  return (ThreadNanoseconds() - begin) / static_cast<double>(times);
}

/// Registers an allocator for CPU tensors and puts the earlier one back. Priority 0: a higher one
/// could never be taken back.
class Registration {
 public:
  explicit Registration(c10::Allocator* allocator) : before_(c10::GetAllocator(c10::kCPU)) {
    c10::SetAllocator(c10::kCPU, allocator);
    if (c10::GetAllocator(c10::kCPU) != allocator) {
      throw std::runtime_error("PyTorch did not take the allocator");
    }
  }
  ~Registration() { c10::SetAllocator(c10::kCPU, before_); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  c10::Allocator* before_;
};

}  // namespace workbook::bench
