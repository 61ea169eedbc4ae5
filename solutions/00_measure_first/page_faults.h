#pragma once

#include <cstdint>
#include <span>

#include "trace/event.h"

namespace workbook {

/// A page on x86-64: the piece in which the operating system hands out memory. A program asks
/// (sysconf(_SC_PAGESIZE)); for a model a constant will do.
inline constexpr std::uint64_t kPageBytes = 4096;

/// How many pages a block of this size needs if it starts at the beginning of one; 0 for 0 bytes.
/// @param bytes  at most 2^63
std::uint64_t PagesOf(std::uint64_t bytes);

// [snippet rules]
/// When glibc's malloc gives memory back. A request of more than `mmap_threshold` bytes is
/// *mapped*: it gets fresh pages from the operating system, which takes them back at the free. All
/// others share one heap; when more than `trim_threshold` bytes of it are free, it gives them back.
struct MallocRules {
  std::uint64_t mmap_threshold = 128 << 10;
  std::uint64_t trim_threshold = 128 << 10;
  bool adapts = true;  ///< whether the thresholds grow; setting one by environment ends that
  std::uint64_t most_threshold = 32 << 20;  ///< beyond this, mmap_threshold never grows
};

/// The heap of the model.
struct Heap {
  std::uint64_t live = 0;  ///< bytes of the live blocks in it
  std::uint64_t held = 0;  ///< bytes whose pages it has, touched once; at least `live`
};
// [end snippet rules]

/// A block is allocated in the heap. Only what goes beyond the bytes held touches fresh pages.
/// @return the page faults: PagesOf(held) afterwards, less PagesOf(held) before
std::uint64_t GrowHeap(Heap& heap, std::uint64_t bytes);

/// A block of the heap is freed. If then more than `trim_threshold` bytes of it are free, all of
/// the free ones are given back: what is live is what is held.
void ShrinkHeap(Heap& heap, std::uint64_t bytes, std::uint64_t trim_threshold);

/// The page faults of a run under these rules, in a model without headers, padding and gaps:
///  - a mapped block faults once for each of its pages, every time anew;
///  - the others grow and shrink one heap.
///
/// If the rules adapt, the free of a *mapped* block that is larger than `mmap_threshold` and not
/// larger than `most_threshold` raises `mmap_threshold` to the block's size, and `trim_threshold`
/// to twice that. A block goes back the way it came: what was mapped is unmapped at its free,
/// whatever the threshold is by then.
std::uint64_t PredictFaults(std::span<const trace::Event> events, MallocRules rules);

/// Of the faults that a run had: how many could have been spared by never giving a page back. The
/// rest is the price of touching the peak's pages once, which nobody escapes. Never less than 0.
/// @param faults      of the run
/// @param peak_bytes  its peak of live bytes
std::uint64_t AvoidableFaults(std::uint64_t faults, std::uint64_t peak_bytes);

}  // namespace workbook
