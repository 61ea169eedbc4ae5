#include "guards.h"

#include <cstring>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

std::size_t CountOther(const unsigned char* begin, std::size_t bytes, unsigned char expected) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bytes; ++i) count += begin[i] != expected ? 1 : 0;
  return count;
}

}  // namespace

const unsigned char* FirstOther(const unsigned char* begin, std::size_t bytes,
                                unsigned char expected) {
  // [exercise 4.3]
  if (bytes == 0) return nullptr;
  // All bytes are equal if the first one is right and each equals the one before it. memcmp
  // compares 16 bytes or more at a time.
  if (*begin == expected && std::memcmp(begin, begin + 1, bytes - 1) == 0) return nullptr;
  while (*begin == expected) ++begin;
  return begin;
  // [end 4.3]
}

Damage CheckGuards(const BlockBounds& block) {
  // [exercise 4.3b]
  if (const auto* bad = FirstOther(block.original, block.head_bytes(), kHeadByte))
    return {DamagedPart::kHeadGuard, bad - block.payload,
            CountOther(block.original, block.head_bytes(), kHeadByte)};
  if (const auto* bad = FirstOther(block.tail(), block.tail_bytes(), kTailByte))
    return {DamagedPart::kTailGuard, bad - block.payload,
            CountOther(block.tail(), block.tail_bytes(), kTailByte)};
  return {};
  // [end 4.3b]
}

}  // namespace workbook
