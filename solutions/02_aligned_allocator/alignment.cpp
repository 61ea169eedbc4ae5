#include "alignment.h"

#include <limits>

#include "workbook/not_implemented.h"

namespace workbook {

bool IsPowerOfTwo(std::size_t value) {
  // [exercise 2.1]
  return value != 0 && (value & (value - 1)) == 0;
  // [end 2.1]
}

std::size_t PaddingTo(std::uintptr_t address, std::size_t alignment) {
  // [exercise 2.1b]
  // In modulo-2^64 arithmetic, -address is the distance up to the next multiple of 2^64, and so of
  // any smaller power of two, once its high bits are cut off.
  return (0 - address) & (alignment - 1);
  // [end 2.1b]
}

std::optional<std::size_t> AlignUp(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.1c]
  const std::size_t padding = PaddingTo(bytes, alignment);
  if (bytes > std::numeric_limits<std::size_t>::max() - padding) return std::nullopt;
  return bytes + padding;
  // [end 2.1c]
}

}  // namespace workbook
