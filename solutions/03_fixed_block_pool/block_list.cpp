#include "block_list.h"

#include "workbook/not_implemented.h"

namespace workbook {

void BlockList::Push(void* block) {
  // [exercise 3.2]
  auto* const front = static_cast<FreeBlock*>(block);
  front->next = head_;
  // A fork may copy this list between any two instructions: the link must be there before the head
  // points at it.
  std::atomic_signal_fence(std::memory_order_release);
  head_ = front;
  SetCount(count() + 1);
  // [end 3.2]
}

void* BlockList::Pop() {
  // [exercise 3.2b]
  FreeBlock* const front = head_;
  if (front == nullptr) return nullptr;
  head_ = front->next;
  SetCount(count() - 1);
  return front;
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
