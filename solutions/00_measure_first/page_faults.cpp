#include "page_faults.h"

#include <algorithm>
#include <unordered_set>

#include "workbook/not_implemented.h"

namespace workbook {

std::uint64_t PagesOf(std::uint64_t bytes) {
  // [exercise 0.5]
  return (bytes + kPageBytes - 1) / kPageBytes;
  // [end 0.5]
}

std::uint64_t GrowHeap(Heap& heap, std::uint64_t bytes) {
  // [exercise 0.5b]
  const std::uint64_t pages_before = PagesOf(heap.held);
  heap.live += bytes;
  heap.held = std::max(heap.held, heap.live);
  return PagesOf(heap.held) - pages_before;
  // [end 0.5b]
}

void ShrinkHeap(Heap& heap, std::uint64_t bytes, std::uint64_t trim_threshold) {
  // [exercise 0.5c]
  heap.live -= bytes;
  if (heap.held - heap.live > trim_threshold) heap.held = heap.live;
  // [end 0.5c]
}

std::uint64_t PredictFaults(std::span<const trace::Event> events, MallocRules rules) {
  // [exercise 0.5d]
  std::unordered_set<std::uint64_t> mapped;
  Heap heap;
  std::uint64_t faults = 0;
  for (const trace::Event& event : events) {
    const bool is_free = event.kind == trace::Kind::kFree;
    if (!is_free && event.bytes > rules.mmap_threshold) {
      mapped.insert(event.id);
      faults += PagesOf(event.bytes);
    } else if (!is_free) {
      faults += GrowHeap(heap, event.bytes);
    } else if (mapped.erase(event.id) == 0) {
      ShrinkHeap(heap, event.bytes, rules.trim_threshold);
    } else if (rules.adapts && event.bytes > rules.mmap_threshold &&
               event.bytes <= rules.most_threshold) {
      rules.mmap_threshold = event.bytes;
      rules.trim_threshold = 2 * event.bytes;
    }
  }
  return faults;
  // [end 0.5d]
}

std::uint64_t AvoidableFaults(std::uint64_t faults, std::uint64_t peak_bytes) {
  // [exercise 0.5e]
  const std::uint64_t needed = PagesOf(peak_bytes);
  return faults > needed ? faults - needed : 0;
  // [end 0.5e]
}

}  // namespace workbook
