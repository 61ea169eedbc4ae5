#include "block_layout.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "workbook/not_implemented.h"

namespace workbook {

std::size_t TotalBytes(std::size_t payload_bytes, std::size_t alignment) {
  // [exercise 4.1]
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  const std::size_t extra = 2 * kGuardBytes + alignment - 1;
  if (payload_bytes > kMost - extra) return 0;
  return payload_bytes + extra;
  // [end 4.1]
}

BlockBounds PlaceBlock(void* original, std::size_t payload_bytes, std::size_t alignment) {
  // [exercise 4.1b]
  auto* const start = static_cast<unsigned char*>(original);
  const auto address = reinterpret_cast<std::uintptr_t>(original);
  const std::uintptr_t payload = (address + kGuardBytes + alignment - 1) & ~(alignment - 1);
  return {start, TotalBytes(payload_bytes, alignment), start + (payload - address), payload_bytes};
  // [end 4.1b]
}

void FillGuards(const BlockBounds& block) {
  // [exercise 4.1c]
  std::memset(block.original, kHeadByte, block.head_bytes());
  std::memset(block.tail(), kTailByte, block.tail_bytes());
  // [end 4.1c]
}

}  // namespace workbook
