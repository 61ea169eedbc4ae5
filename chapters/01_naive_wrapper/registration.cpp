#include "registration.h"

#include "workbook/not_implemented.h"

namespace workbook {

NaiveAllocator& SharedNaiveAllocator() {
  // [exercise 1.8]
  throw NotImplemented("1.8", "Exercise 1.8: switching it in and out");
  // [end 1.8]
}

c10::Allocator& RegisterForCpu(c10::Allocator& allocator, std::uint8_t priority) {
  // [exercise 1.8b]
  throw NotImplemented("1.8b", "Exercise 1.8: switching it in and out");
  // [end 1.8b]
}

CpuRegistration::CpuRegistration(c10::Allocator& allocator, std::uint8_t priority)
    : priority_(priority), previous_(RegisterForCpu(allocator, priority)) {}

CpuRegistration::~CpuRegistration() {
  // [exercise 1.8c]
  ReportNotImplemented("1.8c");
  // [end 1.8c]
}

}  // namespace workbook
