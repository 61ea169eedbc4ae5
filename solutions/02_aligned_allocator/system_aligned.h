#pragma once

#include <cstddef>

namespace workbook {

/// Allocates with posix_memalign, around its traps. Give the block back with std::free.
/// @param bytes      any number
/// @param alignment  in bytes, any power of two; below sizeof(void*) it is served as sizeof(void*)
/// @return null when the alignment is no power of two (the system is then not asked) or when
///         posix_memalign returns an error code. It may have written a pointer even then.
void* AllocateWithPosixMemalign(std::size_t bytes, std::size_t alignment);

/// Allocates with aligned_alloc, around its traps. Give the block back with std::free.
/// @param bytes      any number; the system is asked for the next multiple of the alignment
/// @param alignment  in bytes, any power of two
/// @return null when the alignment is no power of two or the rounded size overflows (the system is
///         then not asked), or when the system refuses
void* AllocateWithAlignedAlloc(std::size_t bytes, std::size_t alignment);

}  // namespace workbook
