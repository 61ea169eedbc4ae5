#pragma once

#include <c10/core/Allocator.h>

#include <cstdint>

#include "naive_allocator.h"

namespace workbook {

/// The NaiveAllocator of this process, made at the first call and never destroyed: tensors in
/// static variables are freed after `main` has returned. Any thread may call it.
NaiveAllocator& SharedNaiveAllocator();

/// Makes PyTorch take CPU tensors from `allocator`, and proves it by reading back.
///
/// @param allocator  must never be destroyed: PyTorch keeps the pointer, and so does every tensor
/// @param priority   PyTorch obeys only if it is at least the priority of the last registration.
///                   It never goes down again in this process; PyTorch's own allocator has 0.
/// @return the allocator that PyTorch used before
/// @throws c10::Error naming the priority when PyTorch ignored the registration; nothing has
///         changed then.
/// Threads: call it while no other thread uses tensors; `c10::SetAllocator` is not synchronised.
c10::Allocator& RegisterForCpu(c10::Allocator& allocator, std::uint8_t priority = 0);

/// Registers an allocator for CPU tensors while it lives, and puts back the one before. Tensors
/// made meanwhile keep their memory, and the allocator that gave it, for as long as they live.
class CpuRegistration {
 public:
  /// As `RegisterForCpu`, and throws like it.
  explicit CpuRegistration(c10::Allocator& allocator, std::uint8_t priority = 0);

  /// Puts the former allocator back, at the same priority.
  ~CpuRegistration();

  CpuRegistration(const CpuRegistration&) = delete;
  CpuRegistration& operator=(const CpuRegistration&) = delete;

 private:
  std::uint8_t priority_;
  c10::Allocator& previous_;
};

}  // namespace workbook
