#include "huge_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {

std::size_t PageBytes() {
  // [exercise 2.6]
  throw NotImplemented("2.6", "2.6 Pages and huge pages");
  // [end 2.6]
}

ByteRange WholePages(std::uintptr_t address, std::size_t bytes, std::size_t page_bytes) {
  // [exercise 2.6b]
  throw NotImplemented("2.6b", "2.6 Pages and huge pages");
  // [end 2.6b]
}

bool AdviseHugePages(void* payload, std::size_t bytes) {
  // [exercise 2.6c]
  return false;
  // [end 2.6c]
}

}  // namespace workbook
