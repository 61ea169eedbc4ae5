#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>

namespace workbook {

/// Where raw blocks come from. Tests put a fake one here.
struct MemorySource {
  /// Returns `bytes` bytes at an address of any alignment, or null.
  void* (*acquire)(std::size_t bytes);
  /// Takes back exactly an address that `acquire` returned.
  void (*release)(void* original) noexcept;
};

/// malloc and free.
inline constexpr MemorySource kMalloc{[](std::size_t bytes) { return std::malloc(bytes); },
                                      [](void* original) noexcept { std::free(original); }};

/// The word in front of every payload: it holds the address that `acquire` returned.
inline constexpr std::size_t kWordBytes = sizeof(void*);

// An aligned block, from low addresses to high ones:
//
//   original                                  payload: a multiple of the alignment
//   v                                         v
//   | padding, 0 … alignment-1 B | word, 8 B | payload, n B | what the padding left |
//                                  = original
//
// The word itself must be aligned too. So an alignment below 8 is served as 8.

/// The alignment that is really used: `alignment`, or kWordBytes where that is more.
constexpr std::size_t AtLeastAWord(std::size_t alignment) {
  return alignment < kWordBytes ? kWordBytes : alignment;
}

/// How many bytes to ask a source for, so that a payload of `bytes` fits whatever address comes
/// back: bytes + kWordBytes + AtLeastAWord(alignment) - 1. Nothing when that overflows.
/// @param alignment  in bytes, a power of two
std::optional<std::size_t> BytesToRequest(std::size_t bytes, std::size_t alignment);

/// Finds the payload inside a block and writes `original` into the word before it. Writes nothing
/// else.
/// @param original   the block's first byte, at any alignment; at least BytesToRequest(…) bytes
/// @param alignment  in bytes, a power of two
/// @return the lowest multiple of AtLeastAWord(alignment) that leaves room for the word
void* PlacePayload(void* original, std::size_t alignment);

/// Allocates `bytes` bytes whose address is a multiple of AtLeastAWord(alignment). The caller owns
/// the payload and gives it back to FreeAligned with the same source.
/// @param bytes      zero is a request like any other: a valid address with no byte to use
/// @param alignment  in bytes, a power of two
/// @return null when the size overflows (the source is then not asked) or the source refuses
/// Thread-safe when the source is; kMalloc is.
void* AllocateAligned(std::size_t bytes, std::size_t alignment,
                      const MemorySource& source = kMalloc);

/// The address that the source returned for this payload.
/// @param payload  from AllocateAligned or PlacePayload, not null
void* OriginalOf(const void* payload);

/// Gives a payload's block back to its source. Null is a no-op.
/// @param payload  null, or from AllocateAligned with the same source and not freed before
/// Any thread may free what another one allocated.
void FreeAligned(void* payload, const MemorySource& source = kMalloc) noexcept;

}  // namespace workbook
