#include "quarantine.h"

#include "workbook/not_implemented.h"

namespace workbook {

void Quarantine::Put(BlockRecord& record) {
  // [exercise 4.5]
  blocks_.Add(record);
  held_bytes_ += record.bounds.total_bytes;
  // [end 4.5]
}

BlockRecord* Quarantine::TakeAbove(std::size_t bytes) {
  // [exercise 4.5b]
  return held_bytes_ > bytes ? TakeOldest() : nullptr;
  // [end 4.5b]
}

BlockRecord* Quarantine::TakeOldest() {
  // [exercise 4.5c]
  BlockRecord* const oldest = blocks_.oldest();
  blocks_.Remove(*oldest);
  held_bytes_ -= oldest->bounds.total_bytes;
  return oldest;
  // [end 4.5c]
}

}  // namespace workbook
