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
  std::vector<std::uintptr_t> units;
  ForEachElement(nest, [&](std::uintptr_t address) {
    const std::uintptr_t last = (address + nest.element_bytes - 1) / unit_bytes;
    for (std::uintptr_t unit = address / unit_bytes; unit <= last; ++unit) units.push_back(unit);
  });
  return SortedOnce(std::move(units));
  // [end 2.7]
}

std::size_t CacheSetsTouched(const LoopNest& nest, std::size_t sets) {
  // [exercise 2.7b]
  std::vector<std::uintptr_t> touched = UnitsTouched(nest, kCacheLineBytes);
  for (std::uintptr_t& line : touched) line %= sets;
  return SortedOnce(std::move(touched)).size();
  // [end 2.7b]
}

LoopNest FieldOfStructs(std::uintptr_t base, std::size_t count, std::size_t record_bytes,
                        std::size_t field_offset, std::size_t field_bytes) {
  // [exercise 2.8]
  return {base + field_offset, field_bytes, {{count, record_bytes}}};
  // [end 2.8]
}

LoopNest FieldOfArrays(std::uintptr_t base, std::size_t count,
                       const std::vector<std::size_t>& fields_bytes, std::size_t field) {
  // [exercise 2.8b]
  std::uintptr_t begin = base;
  for (std::size_t i = 0; i < field; ++i) {
    const std::size_t array_bytes = count * fields_bytes[i];
    begin += array_bytes + PaddingTo(array_bytes, kCacheLineBytes);
  }
  return {begin, fields_bytes[field], {{count, fields_bytes[field]}}};
  // [end 2.8b]
}

LoopNest OneChannel(std::uintptr_t base, const ImageShape& shape, std::size_t element_bytes,
                    std::size_t channel, MemoryFormat format) {
  // [exercise 2.8c]
  const bool planes = format == MemoryFormat::kContiguous;
  const std::size_t plane_bytes = shape.height * shape.width * element_bytes;
  const std::size_t column_stride = planes ? element_bytes : shape.channels * element_bytes;
  return {base + channel * (planes ? plane_bytes : element_bytes),
          element_bytes,
          {{shape.batch, shape.channels * plane_bytes},
           {shape.height, shape.width * column_stride},
           {shape.width, column_stride}}};
  // [end 2.8c]
}

bool Aliases4KiB(std::uintptr_t store, std::uintptr_t load, std::size_t bytes) {
  // [exercise 2.8d]
  const auto overlap = [bytes](std::uintptr_t ahead, std::uintptr_t behind) {
    return ahead < bytes || behind < bytes;
  };
  const std::uintptr_t ahead = load - store;
  const std::uintptr_t behind = store - load;
  return !overlap(ahead, behind) && overlap(ahead % 4096, behind % 4096);
  // [end 2.8d]
}

}  // namespace workbook
