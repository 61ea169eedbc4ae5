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
  auto* at = static_cast<unsigned char*>(memory);
  for (; bytes >= sizeof(pattern); bytes -= sizeof(pattern), at += sizeof(pattern))
    std::memcpy(at, &pattern, sizeof(pattern));
  if (bytes > 0) std::memcpy(at, &pattern, bytes);
  // [end 4.4]
}

std::size_t FirstOffPattern(const void* memory, std::size_t bytes, std::uint32_t pattern) {
  // [exercise 4.4b]
  const auto* const at = static_cast<const unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (at[i] != PatternByte(i, pattern)) return i;
  }
  return bytes;
  // [end 4.4b]
}

Damage CheckFreed(const BlockBounds& block) {
  // [exercise 4.4c]
  const std::size_t first = FirstOffPattern(block.payload, block.payload_bytes, kFreedPattern);
  if (first == block.payload_bytes) return {};
  std::size_t bad = 0;
  for (std::size_t i = first; i < block.payload_bytes; ++i)
    bad += block.payload[i] != PatternByte(i, kFreedPattern) ? 1 : 0;
  return {DamagedPart::kFreedPayload, static_cast<std::ptrdiff_t>(first), bad};
  // [end 4.4c]
}

}  // namespace workbook
