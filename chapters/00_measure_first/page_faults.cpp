#include "page_faults.h"

#include <algorithm>
#include <unordered_set>

#include "workbook/not_implemented.h"

namespace workbook {

std::uint64_t PagesOf(std::uint64_t bytes) {
  // [exercise 0.5]
  throw NotImplemented("0.5", "Exercise 0.5: page faults, the hidden cost");
  // [end 0.5]
}

std::uint64_t GrowHeap(Heap& heap, std::uint64_t bytes) {
  // [exercise 0.5b]
  throw NotImplemented("0.5b", "Exercise 0.5: page faults, the hidden cost");
  // [end 0.5b]
}

void ShrinkHeap(Heap& heap, std::uint64_t bytes, std::uint64_t trim_threshold) {
  // [exercise 0.5c]
  throw NotImplemented("0.5c", "Exercise 0.5: page faults, the hidden cost");
  // [end 0.5c]
}

std::uint64_t PredictFaults(std::span<const trace::Event> events, MallocRules rules) {
  // [exercise 0.5d]
  throw NotImplemented("0.5d", "Exercise 0.5: page faults, the hidden cost");
  // [end 0.5d]
}

std::uint64_t AvoidableFaults(std::uint64_t faults, std::uint64_t peak_bytes) {
  // [exercise 0.5e]
  throw NotImplemented("0.5e", "Exercise 0.5: page faults, the hidden cost");
  // [end 0.5e]
}

}  // namespace workbook
