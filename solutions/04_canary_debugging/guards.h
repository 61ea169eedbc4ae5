#pragma once

#include <cstddef>

#include "block_layout.h"

namespace workbook {

/// Which part of a block was written by somebody who had no right to.
enum class DamagedPart {
  kNone,
  kHeadGuard,
  kTailGuard,
  kFreedPayload,  ///< a write after the free
};

/// What is wrong with one block.
// [snippet damage]
struct Damage {
  DamagedPart part = DamagedPart::kNone;
  std::ptrdiff_t offset = 0;  // of the first bad byte, from the payload's first byte
  std::size_t bytes = 0;      // how many bytes of the part are bad

  explicit operator bool() const { return part != DamagedPart::kNone; }
};
// [end snippet damage]

/// @return the first of `bytes` bytes that is not `expected`, or null when all are
const unsigned char* FirstOther(const unsigned char* begin, std::size_t bytes,
                                unsigned char expected);

/// Looks at every byte of both guards. When both are damaged, the head guard is reported.
/// @return the damage; part kNone when there is none. Reads no payload, writes nothing.
Damage CheckGuards(const BlockBounds& block);

}  // namespace workbook
