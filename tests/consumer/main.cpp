// What an extension does with a stage: registers it and lets PyTorch allocate from it.
#include <c10/core/CPUAllocator.h>

#include <cstdio>

#include "pool_allocator.h"

int main() {
  // Never destroyed: tensors may live longer than main.
  static auto* const pool = new workbook::PoolAllocator(4096, c10::GetDefaultCPUAllocator());
  c10::SetAllocator(c10::DeviceType::CPU, pool);
  if (c10::GetCPUAllocator() != pool) {
    std::puts("PyTorch does not use the pool");
    return 1;
  }
  const c10::DataPtr small = c10::GetCPUAllocator()->allocate(1000);
  const c10::DataPtr large = c10::GetCPUAllocator()->allocate(1'000'000);
  const bool right = pool->pool().Owns(small.get()) && !pool->pool().Owns(large.get());
  std::puts(right ? "1000 bytes from the pool, 1000000 from its upstream" : "wrong owner");
  return right ? 0 : 1;
}
