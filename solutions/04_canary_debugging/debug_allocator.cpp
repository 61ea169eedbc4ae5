#include "debug_allocator.h"

#include <c10/util/Exception.h>
#include <c10/util/StringUtil.h>

#include <bit>
#include <exception>
#include <string>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

constexpr std::size_t kMostAlignment = std::size_t{1} << 30;

void* AllocateFrom(void* self, std::size_t bytes) {
  return static_cast<c10::Allocator*>(self)->raw_allocate(bytes);
}

void DeallocateTo(void* self, void* block) {
  static_cast<c10::Allocator*>(self)->raw_deallocate(block);
}

DebugHeap* HeapFor(c10::Allocator* upstream, const DebugOptions& options) {
  TORCH_CHECK(upstream != nullptr && upstream->raw_deleter() != nullptr,
              "DebugAllocator: the upstream allocator must exist and have a raw_deleter()");
  TORCH_CHECK(std::has_single_bit(options.alignment) && options.alignment <= kMostAlignment,
              "DebugAllocator: the alignment must be a power of two up to ", kMostAlignment,
              ", not ", options.alignment);
  if (!options.enabled) return nullptr;
  return &DebugHeap::Create({&AllocateFrom, &DeallocateTo, upstream}, options);
}

}  // namespace

DebugAllocator::DebugAllocator(c10::Allocator* upstream, const DebugOptions& options)
    : upstream_(upstream), heap_(HeapFor(upstream, options)) {}

c10::DataPtr DebugAllocator::allocate(std::size_t n) {
  if (heap_ == nullptr) return upstream_->allocate(n);
  void* const data = n > 0 ? AllocateDebugged(n) : nullptr;
  return {data, data, &DebugHeap::Free, c10::Device(c10::DeviceType::CPU)};
}

void* DebugAllocator::AllocateDebugged(std::size_t n) {
  std::string reason;
  try {
    if (void* const data = heap_->Allocate(n)) return data;
    reason = "it returned null";
  } catch (const std::exception& error) {  // PyTorch's default throws a plain RuntimeError
    reason = error.what();
  }
  if (TotalBytes(n, heap_->options().alignment) == 0) reason = "no block can be that long";
  C10_THROW_ERROR(OutOfMemoryError,
                  c10::str("DebugAllocator: cannot allocate ", n,
                           " bytes and their guards from the upstream allocator: ", reason));
}

DebugHeap& DebugAllocator::heap() const {
  TORCH_CHECK(heap_ != nullptr, "DebugAllocator: it is switched off and keeps no book");
  return *heap_;
}

std::string DebugAllocator::memory_summary() const {
  if (heap_ == nullptr) return {};
  return MemorySummary(heap_->Statistics(), MallocBytes());
}

}  // namespace workbook
