#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace workbook {

/// A cache line, in bytes: what the processor fetches even when one byte is asked for.
inline constexpr std::size_t kCacheLineBytes = 64;

/// One loop of a nest: `count` turns, `stride_bytes` from one to the next.
struct Loop {
  std::size_t count = 0;
  std::size_t stride_bytes = 0;
};

/// What nested loops read: elements of `element_bytes` (at least 1) at
/// base + i0 * loops[0].stride_bytes + i1 * loops[1].stride_bytes + …, for all i below the counts.
/// No loops: one element at `base`. A loop of count 0: nothing.
struct LoopNest {
  std::uintptr_t base = 0;
  std::size_t element_bytes = 0;
  std::vector<Loop> loops;
};

/// Calls `visit` with the address of each element, the last loop running fastest. An address comes
/// as often as the loops read it.
void ForEachElement(const LoopNest& nest, const std::function<void(std::uintptr_t)>& visit);

/// The numbers in ascending order, each once.
std::vector<std::uintptr_t> SortedOnce(std::vector<std::uintptr_t> numbers);

/// Which units the nest's bytes lie in, in ascending order, each once however often it is read.
/// Units are aligned pieces of memory of `unit_bytes` each (64 for cache lines, PageBytes() for
/// pages), numbered address / unit_bytes. An element that straddles a boundary lies in two or more.
std::vector<std::uintptr_t> UnitsTouched(const LoopNest& nest, std::size_t unit_bytes);

/// How many of a cache's sets the nest's lines fall into. The line of index L may live in set
/// L % sets only.
/// @param sets  how many sets the cache has, such as 64 for 32 KiB with 8 ways
std::size_t CacheSetsTouched(const LoopNest& nest, std::size_t sets);

/// Reads one field of each of `count` records that lie one after the other (array of structs).
/// @param field_offset  where the field begins inside a record, in bytes
LoopNest FieldOfStructs(std::uintptr_t base, std::size_t count, std::size_t record_bytes,
                        std::size_t field_offset, std::size_t field_bytes);

/// Reads one field of `count` records whose fields lie in arrays of their own (struct of arrays):
/// array 0 at `base`, each later one at the next multiple of kCacheLineBytes, counted from `base`,
/// after the one before.
/// @param fields_bytes  the size of one element of each array, in bytes
/// @param field         which array is read, below fields_bytes.size()
LoopNest FieldOfArrays(std::uintptr_t base, std::size_t count,
                       const std::vector<std::size_t>& fields_bytes, std::size_t field);

/// The sizes of a batch of images.
struct ImageShape {
  std::size_t batch = 0;
  std::size_t channels = 0;
  std::size_t height = 0;
  std::size_t width = 0;
};

/// In which order a tensor's dimensions lie in memory, the outermost first.
enum class MemoryFormat {
  kContiguous,    ///< batch, channel, row, column: each channel is a plane
  kChannelsLast,  ///< batch, row, column, channel: each pixel's channels lie together
};

/// Reads one channel of every image: loops over batch, row and column, in this order.
/// @param channel  below shape.channels
LoopNest OneChannel(std::uintptr_t base, const ImageShape& shape, std::size_t element_bytes,
                    std::size_t channel, MemoryFormat format);

/// Whether a load of `bytes` may be taken for one that needs an earlier store of `bytes`, although
/// it doesn't: the two share no byte, but they would if only the low 12 bits of their addresses
/// counted (with wrap-around at 4096). Such a load waits in vain.
/// @param bytes  1 … 64
bool Aliases4KiB(std::uintptr_t store, std::uintptr_t load, std::size_t bytes);

}  // namespace workbook
