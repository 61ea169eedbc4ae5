#include "alignment.h"

#include <limits>

#include "workbook/not_implemented.h"

namespace workbook {

bool IsPowerOfTwo(std::size_t value) {
  // [exercise 2.1]
  throw NotImplemented("2.1", "2.1 Alignment arithmetic");
  // [end 2.1]
}

std::size_t PaddingTo(std::uintptr_t address, std::size_t alignment) {
  // [exercise 2.1b]
  throw NotImplemented("2.1b", "2.1 Alignment arithmetic");
  // [end 2.1b]
}

std::optional<std::size_t> AlignUp(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.1c]
  throw NotImplemented("2.1c", "2.1 Alignment arithmetic");
  // [end 2.1c]
}

}  // namespace workbook
