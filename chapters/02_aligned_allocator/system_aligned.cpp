#include "system_aligned.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {

void* AllocateWithPosixMemalign(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.4]
  throw NotImplemented("2.4", "2.4 What the C library offers");
  // [end 2.4]
}

void* AllocateWithAlignedAlloc(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.4b]
  throw NotImplemented("2.4b", "2.4 What the C library offers");
  // [end 2.4b]
}

}  // namespace workbook
