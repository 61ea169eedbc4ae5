#include "aligned_memory.h"

#include <cstring>
#include <limits>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {

std::optional<std::size_t> BytesToRequest(std::size_t bytes, std::size_t alignment) {
  // [exercise 2.2]
  throw NotImplemented("2.2", "2.2 Over-allocation by hand");
  // [end 2.2]
}

void* PlacePayload(void* original, std::size_t alignment) {
  // [exercise 2.2b]
  throw NotImplemented("2.2b", "2.2 Over-allocation by hand");
  // [end 2.2b]
}

void* AllocateAligned(std::size_t bytes, std::size_t alignment, const MemorySource& source) {
  // [exercise 2.2c]
  throw NotImplemented("2.2c", "2.2 Over-allocation by hand");
  // [end 2.2c]
}

void* OriginalOf(const void* payload) {
  // [exercise 2.3]
  throw NotImplemented("2.3", "2.3 The way back");
  // [end 2.3]
}

void FreeAligned(void* payload, const MemorySource& source) noexcept {
  // [exercise 2.3b]
  ReportNotImplemented("2.3b");
  // [end 2.3b]
}

}  // namespace workbook
