#pragma once

#include <cstddef>
#include <cstdint>

#include "guards.h"

namespace workbook {

/// What a payload holds until its user writes to it: PyTorch's own junk (`kJunkPattern` in
/// c10/core/impl/alloc_cpu.cpp). A NaN as a 32-bit float; huge as an integer or a 64-bit float.
inline constexpr std::uint32_t kFreshPattern = 0x7fedbeef;

/// What a payload holds after its free. PyTorch has no such value; this one is a NaN as a 32-bit
/// and as a 64-bit float, and half of its 16-bit numbers are NaNs.
inline constexpr std::uint32_t kFreedPattern = 0x7ff8dead;

/// Fills memory with a pattern, in the byte order of the processor: byte i is byte i % 4 of
/// `pattern`. A last incomplete pattern is written as far as it goes.
/// @param memory  any alignment; for 0 bytes it may be null
void FillPattern(void* memory, std::size_t bytes, std::uint32_t pattern);

/// @return the offset of the first byte that FillPattern would have written otherwise; `bytes` when
///         there is none
std::size_t FirstOffPattern(const void* memory, std::size_t bytes, std::uint32_t pattern);

/// Looks whether a freed payload still holds kFreedPattern.
/// @return the damage, part kFreedPayload, or none
Damage CheckFreed(const BlockBounds& block);

}  // namespace workbook
