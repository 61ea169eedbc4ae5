#include "registration.h"

#include "workbook/not_implemented.h"

namespace workbook {

NaiveAllocator& SharedNaiveAllocator() {
  // [exercise 1.8]
  // Leaked on purpose. `static NaiveAllocator shared;` would be destroyed at exit, before the
  // tensors in static variables that were constructed earlier.
  static auto* const shared = new NaiveAllocator;
  return *shared;
  // [end 1.8]
}

c10::Allocator& RegisterForCpu(c10::Allocator& allocator, std::uint8_t priority) {
  // [exercise 1.8b]
  c10::Allocator* previous = c10::GetAllocator(c10::DeviceType::CPU);
  c10::SetAllocator(c10::DeviceType::CPU, &allocator, priority);
  TORCH_CHECK(c10::GetAllocator(c10::DeviceType::CPU) == &allocator,
              "PyTorch ignored a CPU allocator registered at priority ", int{priority},
              ": an earlier registration has a higher priority");
  return *previous;
  // [end 1.8b]
}

CpuRegistration::CpuRegistration(c10::Allocator& allocator, std::uint8_t priority)
    : priority_(priority), previous_(RegisterForCpu(allocator, priority)) {}

CpuRegistration::~CpuRegistration() {
  // [exercise 1.8c]
  c10::SetAllocator(c10::DeviceType::CPU, &previous_, priority_);
  // [end 1.8c]
}

}  // namespace workbook
