#include "naive_allocator.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "workbook/not_implemented.h"

namespace workbook {

c10::DataPtr NaiveAllocator::allocate(std::size_t n) {
  // [exercise 1.2]
  if (n == 0) return {nullptr, nullptr, &DeleteBlock, c10::DeviceType::CPU};
  // [end 1.2]
  RefuseImpossibleSize(n);
  void* start = std::malloc(kHeaderBytes + n);
  if (start == nullptr) ThrowOutOfMemory(n);
  // [exercise 1.7]
  counters_.RecordAllocation(n);
  // [end 1.7]
  // [exercise 1.1]
  auto* header = new (start) BlockHeader{n, &counters_};
  void* payload = header + 1;
  return {payload, payload, &DeleteBlock, c10::DeviceType::CPU};
  // [end 1.1]
}

BlockHeader* NaiveAllocator::HeaderOf(void* payload) noexcept {
  // [exercise 1.1b]
  return static_cast<BlockHeader*>(payload) - 1;
  // [end 1.1b]
}

void NaiveAllocator::DeleteBlock(void* context) noexcept {
  // [exercise 1.2b]
  if (context == nullptr) return;
  // [end 1.2b]
  // [exercise 1.7b]
  const BlockHeader* header = HeaderOf(context);
  header->counters->RecordFree(header->payload_bytes);
  // [end 1.7b]
  // [exercise 1.1c]
  std::free(HeaderOf(context));
  // [end 1.1c]
}

void NaiveAllocator::RefuseImpossibleSize(std::size_t n) const {
  // [exercise 1.3]
  if (n > kMaxPayloadBytes) ThrowOutOfMemory(n);
  // [end 1.3]
}

void NaiveAllocator::ThrowOutOfMemory(std::size_t n) const {
  // [exercise 1.3b]
  C10_THROW_ERROR(
      OutOfMemoryError,
      c10::str("NaiveAllocator: cannot allocate ", n, " bytes; a block has at most ",
               kMaxPayloadBytes, " bytes, and ", Statistics().live_bytes, " bytes are live"));
  // [end 1.3b]
}

c10::DeleterFnPtr NaiveAllocator::raw_deleter() const {
  // [exercise 1.4]
  return &DeleteBlock;
  // [end 1.4]
}

std::optional<std::size_t> NaiveAllocator::BlockBytes(const c10::DataPtr& pointer) const {
  // [exercise 1.4b]
  if (pointer.get_deleter() != &DeleteBlock) return std::nullopt;  // not ours: don't touch it
  if (pointer.get_context() == nullptr) return 0;
  const BlockHeader* header = HeaderOf(pointer.get_context());
  if (header->counters != &counters_) return std::nullopt;  // another NaiveAllocator's
  return header->payload_bytes;
  // [end 1.4b]
}

void NaiveAllocator::copy_data(void* dest, const void* src, std::size_t count) const {
  // [exercise 1.5]
  if (count == 0) return;  // memcpy may not get a null pointer, not even for no bytes
  default_copy_data(dest, src, count);
  // [end 1.5]
}

}  // namespace workbook
