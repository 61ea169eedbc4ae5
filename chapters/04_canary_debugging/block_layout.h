#pragma once

#include <cstddef>

namespace workbook {

/// The least number of guard bytes on either side of a payload: as many as the widest usual vector
/// register, so that one stray store ends in them. With the usual alignment of 64 and an upstream
/// that aligns to 64 too, it is 64 in front and 63 behind.
inline constexpr std::size_t kGuardBytes = 32;

/// What untouched guards hold: another byte on each side, so that a memory dump says which side it
/// shows. Neither is a byte of a small integer, of 1.0 or of an all-ones mask.
inline constexpr unsigned char kHeadByte = 0xCA;
inline constexpr unsigned char kTailByte = 0xFA;

/// Where the parts of one block lie. Everything that is not payload is guard: no byte of padding is
/// left unwatched.
///
///     original                      payload                  tail()              original + total
///     | head guard, >= 32 B of CA   | payload_bytes          | >= 32 B of FA     |
///                                   ^ a multiple of the alignment
struct BlockBounds {
  unsigned char* original = nullptr;  // what the upstream gave
  std::size_t total_bytes = 0;        // how much of it
  unsigned char* payload = nullptr;   // what the user gets
  std::size_t payload_bytes = 0;      // what the user asked for

  std::size_t head_bytes() const { return static_cast<std::size_t>(payload - original); }
  unsigned char* tail() const { return payload + payload_bytes; }
  std::size_t tail_bytes() const { return total_bytes - head_bytes() - payload_bytes; }
};

/// How many bytes to ask the upstream for, so that a payload of `payload_bytes` at a multiple of
/// `alignment` has kGuardBytes on either side, wherever the upstream's block begins.
/// @param payload_bytes  any number
/// @param alignment      a power of two, at most 1 GiB
/// @return payload_bytes + 2 * kGuardBytes + alignment - 1; 0 if that is more than PTRDIFF_MAX,
///         the longest that a block can be
std::size_t TotalBytes(std::size_t payload_bytes, std::size_t alignment);

/// Computes where everything goes; reads and writes no memory.
/// @param original  TotalBytes(payload_bytes, alignment) bytes, which is not 0; any alignment
BlockBounds PlaceBlock(void* original, std::size_t payload_bytes, std::size_t alignment);

/// Writes kHeadByte over the whole head guard and kTailByte over the whole tail guard. Not a byte
/// of the payload.
void FillGuards(const BlockBounds& block);

}  // namespace workbook
