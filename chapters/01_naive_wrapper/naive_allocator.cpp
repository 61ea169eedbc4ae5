#include "naive_allocator.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "workbook/not_implemented.h"

namespace workbook {

c10::DataPtr NaiveAllocator::allocate(std::size_t n) {
  // [exercise 1.2]
  // [end 1.2]
  RefuseImpossibleSize(n);
  void* start = std::malloc(kHeaderBytes + n);
  if (start == nullptr) ThrowOutOfMemory(n);
  // [exercise 1.7]
  // [end 1.7]
  // [exercise 1.1]
  throw NotImplemented("1.1", "Exercise 1.1: a block, its DataPtr and its deleter");
  // [end 1.1]
}

BlockHeader* NaiveAllocator::HeaderOf(void* payload) noexcept {
  // [exercise 1.1b]
  return nullptr;
  // [end 1.1b]
}

void NaiveAllocator::DeleteBlock(void* context) noexcept {
  // [exercise 1.2b]
  // [end 1.2b]
  // [exercise 1.7b]
  // [end 1.7b]
  // [exercise 1.1c]
  ReportNotImplemented("1.1c");
  // [end 1.1c]
}

void NaiveAllocator::RefuseImpossibleSize(std::size_t n) const {
  // [exercise 1.3]
  // [end 1.3]
}

void NaiveAllocator::ThrowOutOfMemory(std::size_t n) const {
  // [exercise 1.3b]
  throw NotImplemented("1.3b", "Exercise 1.3: when there is no memory");
  // [end 1.3b]
}

c10::DeleterFnPtr NaiveAllocator::raw_deleter() const {
  // [exercise 1.4]
  return nullptr;
  // [end 1.4]
}

std::optional<std::size_t> NaiveAllocator::BlockBytes(const c10::DataPtr& pointer) const {
  // [exercise 1.4b]
  throw NotImplemented("1.4b", "Exercise 1.4: the raw interface, and whose block is this?");
  // [end 1.4b]
}

void NaiveAllocator::copy_data(void* dest, const void* src, std::size_t count) const {
  // [exercise 1.5]
  throw NotImplemented("1.5", "Exercise 1.5: copies and clones");
  // [end 1.5]
}

}  // namespace workbook
