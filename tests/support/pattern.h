#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace workbook::test_support {

/// The byte that a block filled with `seed` holds at `offset`. Neighbouring offsets and
/// neighbouring seeds differ, and no period matches a power of two, so a shifted or swapped block
/// shows.
inline unsigned char PatternByte(std::size_t seed, std::size_t offset) {
  return static_cast<unsigned char>((seed * 37 + offset % 251 + offset / 251 * 7 + 1) & 0xff);
}

/// PatternByte() in rows of 251 neighbours: each row is a piece of 0, 1, 2 … 255, 0, 1 …, so that
/// whole rows are copied and compared: tests are built without optimisation, where a loop over
/// bytes is slow.
class PatternRows {
 public:
  static constexpr std::size_t kRowBytes = 251;

  /// The row that begins at `offset`, a multiple of kRowBytes.
  static const unsigned char* Row(std::size_t seed, std::size_t offset) {
    static const auto counting = Counting();
    return counting.data() + PatternByte(seed, offset);
  }

 private:
  static std::array<unsigned char, 256 + kRowBytes> Counting() {
    std::array<unsigned char, 256 + kRowBytes> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i & 0xff);
    return bytes;
  }
};

/// Fills `bytes` bytes of `block` with the pattern of `seed`.
inline void FillPattern(void* block, std::size_t bytes, std::size_t seed) {
  auto* data = static_cast<unsigned char*>(block);
  for (std::size_t at = 0; at < bytes; at += PatternRows::kRowBytes) {
    std::memcpy(data + at, PatternRows::Row(seed, at),
                std::min(bytes - at, PatternRows::kRowBytes));
  }
}

/// The first offset where `block` does not hold the pattern of `seed`; `bytes` when all of it does.
inline std::size_t FirstMismatch(const void* block, std::size_t bytes, std::size_t seed) {
  const auto* data = static_cast<const unsigned char*>(block);
  for (std::size_t at = 0; at < bytes; at += PatternRows::kRowBytes) {
    const std::size_t length = std::min(bytes - at, PatternRows::kRowBytes);
    if (std::memcmp(data + at, PatternRows::Row(seed, at), length) == 0) continue;
    while (data[at] == PatternByte(seed, at)) ++at;
    return at;
  }
  return bytes;
}

}  // namespace workbook::test_support
