#include "huge_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {

std::size_t PageBytes() {
  // [exercise 2.6]
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  // [end 2.6]
}

ByteRange WholePages(std::uintptr_t address, std::size_t bytes, std::size_t page_bytes) {
  // [exercise 2.6b]
  const std::size_t padding = PaddingTo(address, page_bytes);
  if (bytes < padding + page_bytes) return {};
  return {address + padding, (bytes - padding) / page_bytes * page_bytes};
  // [end 2.6b]
}

bool AdviseHugePages(void* payload, std::size_t bytes) {
  // [exercise 2.6c]
  if (bytes < kHugePageThreshold) return false;
  const auto address = reinterpret_cast<std::uintptr_t>(payload);
  const ByteRange pages = WholePages(address, bytes, PageBytes());
  if (pages.bytes == 0) return false;
  char* const begin = static_cast<char*>(payload) + (pages.begin - address);
  return madvise(begin, pages.bytes, MADV_HUGEPAGE) == 0;
  // [end 2.6c]
}

}  // namespace workbook
