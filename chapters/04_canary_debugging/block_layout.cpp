#include "block_layout.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "workbook/not_implemented.h"

namespace workbook {

std::size_t TotalBytes(std::size_t payload_bytes, std::size_t alignment) {
  // [exercise 4.1]
  throw NotImplemented("4.1", "A guard on either side");
  // [end 4.1]
}

BlockBounds PlaceBlock(void* original, std::size_t payload_bytes, std::size_t alignment) {
  // [exercise 4.1b]
  throw NotImplemented("4.1b", "A guard on either side");
  // [end 4.1b]
}

void FillGuards(const BlockBounds& block) {
  // [exercise 4.1c]
  throw NotImplemented("4.1c", "A guard on either side");
  // [end 4.1c]
}

}  // namespace workbook
