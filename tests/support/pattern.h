#pragma once

#include <cstddef>

namespace workbook::test_support {

/// The byte that a block filled with `seed` holds at `offset`. Neighbouring offsets and
/// neighbouring seeds differ, and no period matches a power of two, so a shifted or swapped block
/// shows.
inline unsigned char PatternByte(std::size_t seed, std::size_t offset) {
  return static_cast<unsigned char>((seed * 37 + offset % 251 + offset / 251 * 7 + 1) & 0xff);
}

/// Fills `bytes` bytes of `block` with the pattern of `seed`.
inline void FillPattern(void* block, std::size_t bytes, std::size_t seed) {
  auto* data = static_cast<unsigned char*>(block);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = PatternByte(seed, i);
}

/// The first offset where `block` does not hold the pattern of `seed`; `bytes` when all of it does.
inline std::size_t FirstMismatch(const void* block, std::size_t bytes, std::size_t seed) {
  const auto* data = static_cast<const unsigned char*>(block);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (data[i] != PatternByte(seed, i)) return i;
  }
  return bytes;
}

}  // namespace workbook::test_support
