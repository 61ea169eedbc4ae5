#pragma once

#include <c10/core/Allocator.h>
#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

namespace workbook::test_support {

/// Registers an allocator for CPU tensors at priority 0 while it lives, then puts the former one
/// back. `c10::SetAllocator` ignores a priority that is too low without a word, so both ways are
/// read back: the constructor throws std::runtime_error when PyTorch uses anything else, the
/// destructor fails the running test. Not thread-safe, like `SetAllocator` itself.
class ScopedSwap {
 public:
  /// @param allocator  must live until the last tensor that it serves is gone
  explicit ScopedSwap(c10::Allocator& allocator)
      : swapped_in_(&allocator), previous_(c10::GetAllocator(c10::DeviceType::CPU)) {
    c10::SetAllocator(c10::DeviceType::CPU, swapped_in_, 0);
    if (c10::GetAllocator(c10::DeviceType::CPU) != swapped_in_) {
      throw std::runtime_error(Report("PyTorch ignored the swap", swapped_in_));
    }
  }

  ~ScopedSwap() {
    if (c10::GetAllocator(c10::DeviceType::CPU) != swapped_in_) {
      ADD_FAILURE() << Report("somebody else registered an allocator during a scoped swap",
                              swapped_in_);
    }
    c10::SetAllocator(c10::DeviceType::CPU, previous_, 0);
    if (c10::GetAllocator(c10::DeviceType::CPU) != previous_) {
      ADD_FAILURE() << Report("PyTorch ignored the way back", previous_);
    }
  }

  ScopedSwap(const ScopedSwap&) = delete;
  ScopedSwap& operator=(const ScopedSwap&) = delete;

  /// What PyTorch used before.
  c10::Allocator& previous() const { return *previous_; }

 private:
  static std::string Report(const char* what, const c10::Allocator* wanted) {
    std::ostringstream out;
    out << what << ": wanted allocator " << static_cast<const void*>(wanted)
        << ", GetAllocator(CPU) returns "
        << static_cast<const void*>(c10::GetAllocator(c10::DeviceType::CPU))
        << ".\nA registration at a priority above 0 cannot be undone at 0: a test that raises the "
           "priority needs a process of its own.";
    return out.str();
  }

  c10::Allocator* swapped_in_;
  c10::Allocator* previous_;
};

}  // namespace workbook::test_support
