#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace workbook {

/// The alignment that PyTorch's own CPU allocator gives: one cache line.
inline constexpr std::size_t kCpuAlignment = 64;

/// For host memory that a GPU reads: what cudaMalloc promises for the other end of the copy.
inline constexpr std::size_t kGpuAlignment = 256;

/// Whether `value` is 1, 2, 4, 8, … Zero is not a power of two.
bool IsPowerOfTwo(std::size_t value);

/// The fewest bytes to add to `address` so that it is a multiple of `alignment`:
/// 0 … alignment - 1. Never overflows.
/// @param alignment  in bytes, a power of two
std::size_t PaddingTo(std::uintptr_t address, std::size_t alignment);

/// The smallest multiple of `alignment` that is at least `bytes`, or nothing when it doesn't fit
/// in a size_t. AlignUp(0, …) is 0.
/// @param alignment  in bytes, a power of two
std::optional<std::size_t> AlignUp(std::size_t bytes, std::size_t alignment);

}  // namespace workbook
