#include "counting_allocator.h"

#include <c10/core/CPUAllocator.h>
#include <malloc.h>

namespace workbook::replay {
namespace {

std::atomic<std::size_t> g_bytes{0};
std::atomic<std::size_t> g_blocks{0};

void Delete(void* block) {
  if (block == nullptr) return;
  g_bytes -= malloc_usable_size(block);
  --g_blocks;
  c10::GetDefaultCPUAllocator()->raw_deallocate(block);
}

}  // namespace

c10::DataPtr CountingAllocator::allocate(std::size_t bytes) {
  void* const block = c10::GetDefaultCPUAllocator()->raw_allocate(bytes);
  if (block != nullptr) {
    g_bytes += malloc_usable_size(block);
    ++g_blocks;
  }
  return {block, block, &Delete, c10::DeviceType::CPU};
}

c10::DeleterFnPtr CountingAllocator::raw_deleter() const { return &Delete; }

std::size_t CountingAllocator::live_bytes() noexcept { return g_bytes; }
std::size_t CountingAllocator::live_blocks() noexcept { return g_blocks; }

}  // namespace workbook::replay
