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
  throw NotImplemented("4.3", "Checking, and what to say");
  // [end 4.3]
}

Damage CheckGuards(const BlockBounds& block) {
  // [exercise 4.3b]
  return {};
  // [end 4.3b]
}

}  // namespace workbook
