#include "poison.h"

#include <algorithm>
#include <cstring>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

unsigned char PatternByte(std::size_t offset, std::uint32_t pattern) {
  unsigned char bytes[sizeof(pattern)];
  std::memcpy(bytes, &pattern, sizeof(pattern));
  return bytes[offset % sizeof(pattern)];
}

}  // namespace

void FillPattern(void* memory, std::size_t bytes, std::uint32_t pattern) {
  // [exercise 4.4]
  throw NotImplemented("4.4", "Poison");
  // [end 4.4]
}

std::size_t FirstOffPattern(const void* memory, std::size_t bytes, std::uint32_t pattern) {
  // [exercise 4.4b]
  throw NotImplemented("4.4b", "Poison");
  // [end 4.4b]
}

Damage CheckFreed(const BlockBounds& block) {
  // [exercise 4.4c]
  throw NotImplemented("4.4c", "Poison");
  // [end 4.4c]
}

}  // namespace workbook
