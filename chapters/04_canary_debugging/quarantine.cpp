#include "quarantine.h"

#include "workbook/not_implemented.h"

namespace workbook {

void Quarantine::Put(BlockRecord& record) {
  // [exercise 4.5]
  throw NotImplemented("4.5", "Quarantine");
  // [end 4.5]
}

BlockRecord* Quarantine::TakeAbove(std::size_t bytes) {
  // [exercise 4.5b]
  throw NotImplemented("4.5b", "Quarantine");
  // [end 4.5b]
}

BlockRecord* Quarantine::TakeOldest() {
  // [exercise 4.5c]
  throw NotImplemented("4.5c", "Quarantine");
  // [end 4.5c]
}

}  // namespace workbook
