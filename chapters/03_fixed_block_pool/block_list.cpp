#include "block_list.h"

#include "workbook/not_implemented.h"

namespace workbook {

void BlockList::Push(void* block) {
  // [exercise 3.2]
  throw NotImplemented("3.2", "The free list");
  // [end 3.2]
}

void* BlockList::Pop() {
  // [exercise 3.2b]
  throw NotImplemented("3.2b", "The free list");
  // [end 3.2b]
}

void BlockList::Clear() noexcept {
  head_ = nullptr;
  SetCount(0);
}

void BlockList::Recount() noexcept {
  std::size_t counted = 0;
  ForEach([&counted](const void*) { return ++counted != 0; });
  SetCount(counted);
}

}  // namespace workbook
