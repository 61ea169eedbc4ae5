#pragma once

#include <cstddef>
#include <cstdint>

namespace workbook {

/// Blocks below this are not worth a hint: a huge page is 2 MiB on x86-64. PyTorch uses the same
/// limit (c10/core/alignment.h, gAlloc_threshold_thp).
inline constexpr std::size_t kHugePageThreshold = std::size_t{2} << 20;

/// A run of bytes; empty when `bytes` is 0.
struct ByteRange {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};

/// The size of a page, in bytes, as sysconf(_SC_PAGESIZE) gives it: 4096 on x86-64, up to 65536
/// elsewhere. Asked on every call.
std::size_t PageBytes();

/// The pages that lie wholly inside a block: the first begins at or after `address`, the last ends
/// at or before `address + bytes`. Empty (bytes == 0) when there is none.
/// @param page_bytes  a power of two
ByteRange WholePages(std::uintptr_t address, std::size_t bytes, std::size_t page_bytes);

/// Asks the kernel, with one madvise(MADV_HUGEPAGE), to back the block's whole pages by huge
/// pages. Touches no byte of the block. Blocks below kHugePageThreshold, and blocks without a
/// whole page, are left alone.
/// @return whether the kernel took the hint. A refused hint is not an error: the memory works as
///         before.
bool AdviseHugePages(void* payload, std::size_t bytes);

}  // namespace workbook
