#include "layout.h"

#include <algorithm>
#include <utility>

#include "alignment.h"
#include "workbook/not_implemented.h"

namespace workbook {
namespace {

void Visit(const LoopNest& nest, std::size_t depth, std::uintptr_t address,
           const std::function<void(std::uintptr_t)>& visit) {
  if (depth == nest.loops.size()) return visit(address);
  const Loop& loop = nest.loops[depth];
  for (std::size_t i = 0; i < loop.count; ++i) {
    Visit(nest, depth + 1, address + i * loop.stride_bytes, visit);
  }
}

}  // namespace

void ForEachElement(const LoopNest& nest, const std::function<void(std::uintptr_t)>& visit) {
  Visit(nest, 0, nest.base, visit);
}

std::vector<std::uintptr_t> SortedOnce(std::vector<std::uintptr_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

std::vector<std::uintptr_t> UnitsTouched(const LoopNest& nest, std::size_t unit_bytes) {
  // [exercise 2.7]
  throw NotImplemented("2.7", "2.7 Lines and pages a loop touches");
  // [end 2.7]
}

std::size_t CacheSetsTouched(const LoopNest& nest, std::size_t sets) {
  // [exercise 2.7b]
  throw NotImplemented("2.7b", "2.7 Lines and pages a loop touches");
  // [end 2.7b]
}

LoopNest FieldOfStructs(std::uintptr_t base, std::size_t count, std::size_t record_bytes,
                        std::size_t field_offset, std::size_t field_bytes) {
  // [exercise 2.8]
  throw NotImplemented("2.8", "2.8 Layouts and aliasing");
  // [end 2.8]
}

LoopNest FieldOfArrays(std::uintptr_t base, std::size_t count,
                       const std::vector<std::size_t>& fields_bytes, std::size_t field) {
  // [exercise 2.8b]
  throw NotImplemented("2.8b", "2.8 Layouts and aliasing");
  // [end 2.8b]
}

LoopNest OneChannel(std::uintptr_t base, const ImageShape& shape, std::size_t element_bytes,
                    std::size_t channel, MemoryFormat format) {
  // [exercise 2.8c]
  throw NotImplemented("2.8c", "2.8 Layouts and aliasing");
  // [end 2.8c]
}

bool Aliases4KiB(std::uintptr_t store, std::uintptr_t load, std::size_t bytes) {
  // [exercise 2.8d]
  throw NotImplemented("2.8d", "2.8 Layouts and aliasing");
  // [end 2.8d]
}

}  // namespace workbook
