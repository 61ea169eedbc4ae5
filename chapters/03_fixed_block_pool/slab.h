#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace workbook {

/// A slab is the piece in which a pool gets memory: this many bytes, at an address that is a
/// multiple of this many bytes. A power of two, so that masking an address gives its slab.
inline constexpr std::size_t kSlabBytes = std::size_t{4} << 20;

/// Every block starts at a multiple of this: PyTorch's kernels expect 64, and it is a cache line.
inline constexpr std::size_t kBlockAlignment = 64;

/// What a slab says of itself, in its first 64 bytes.
///
///     slab (multiple of 4 MiB)                                                     slab + 4 MiB
///     | header 64 B | one state byte a block | pad | block 0 | block 1 | … | block n-1 | tail |
///                                                  ^ slab + first_offset
///
/// `block_bytes`, `first_offset` and `capacity` stay as FormatSlab() wrote them.
struct alignas(kBlockAlignment) Slab {
  std::atomic<void*> owner;  // the pool whose blocks these are; null: nobody's
  Slab* next;                // the pool's next slab
  std::size_t block_bytes;   // from one block to the next: a multiple of 64
  std::size_t first_offset;  // from the slab to block 0: a multiple of 64
  std::uint32_t capacity;    // how many blocks fit
  std::uint32_t carved;  // how many of them have ever been handed out; guarded by the pool's lock
};
static_assert(sizeof(Slab) == kBlockAlignment);

/// The largest block that a slab can hold: what the header and one state byte leave.
inline constexpr std::size_t kMaxBlockBytes = kSlabBytes - 2 * kBlockAlignment;

/// Addresses `begin` up to, not including, `end`.
struct AddressRange {
  std::uintptr_t begin;
  std::uintptr_t end;
};

/// What a free can be told.
enum class FreeError {
  kNone,        ///< the block is back
  kForeign,     ///< the address lies in no slab of any pool; nothing was read or changed
  kMisaligned,  ///< in a slab, but not where one of its blocks starts (checked pools only)
  kNotOut,      ///< a block, but not handed out: freed twice, or never (checked pools only)
};

/// Where block 0 of a slab with `capacity` blocks lies: behind the header and one state byte a
/// block, at the next multiple of kBlockAlignment.
std::size_t FirstBlockOffset(std::size_t capacity);

/// How many blocks of `block_bytes` fit in one slab.
/// @param block_bytes  a multiple of 64, at most kMaxBlockBytes
/// @return the largest n with FirstBlockOffset(n) + n * block_bytes <= kSlabBytes
std::size_t BlocksPerSlab(std::size_t block_bytes);

/// Writes the header of an empty slab: no block carved yet. Touches nothing behind the header, so
/// that memory nobody uses stays unbacked.
/// @param memory  kSlabBytes of zeroed memory, aligned to kSlabBytes
/// @param owner  the pool, not null; set last, because it is what makes the slab visible
Slab* FormatSlab(void* memory, std::size_t block_bytes, void* owner);

/// Cuts off the next block that was never handed out before, in the order of addresses.
/// @return null when all blocks of the slab have been carved
void* CarveBlock(Slab& slab);

/// Finds the slab in which an address lies, in constant time. Safe for any address: memory outside
/// of `readable` is never read. Any thread.
/// @param readable  whole slabs; all of it can be read
/// @return null when the address lies outside of `readable`, or in a slab without an owner
Slab* FindSlab(AddressRange readable, const void* address);

/// Whether one of the slab's blocks starts exactly at `address`.
/// @param address  anywhere in this slab
bool IsBlockStart(const Slab& slab, const void* address);

/// Notes in the block's state byte that it is in a user's hands. Any thread.
/// @param block  the start of one of the slab's blocks
void MarkOut(Slab& slab, void* block) noexcept;

/// Takes a block out of a user's hands, if it was there. When two threads try it with one block,
/// one of them is told kNotOut.
/// @param address  anywhere in this slab
/// @return kNone, kMisaligned or kNotOut
FreeError MarkBack(Slab& slab, void* address);

/// How many of the slab's blocks are marked as out.
std::size_t CountOut(const Slab& slab) noexcept;

}  // namespace workbook
