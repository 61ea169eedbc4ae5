#include "best_fit_heap.h"

#include <algorithm>
#include <iterator>

namespace workbook::trace {
namespace {

constexpr std::uint64_t kAlignment = 64;

std::uint64_t RoomFor(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

std::uint64_t BestFitHeap::Place(std::uint64_t id, std::uint64_t bytes) {
  const std::uint64_t room = RoomFor(bytes);
  std::uint64_t offset = end_;
  const auto smallest = free_by_room_.lower_bound({room, 0});
  if (smallest == free_by_room_.end()) {
    end_ += room;
  } else {
    const auto stretch = free_by_offset_.find(smallest->second);
    offset = stretch->first;
    const std::uint64_t left = stretch->second - room;
    TakeFree(stretch);
    if (left > 0) AddFree(offset + room, left);
  }
  live_.emplace(id, Block{offset, room});
  return offset;
}

std::uint64_t BestFitHeap::Release(std::uint64_t id) {
  const auto found = live_.find(id);
  const Block block = found->second;
  live_.erase(found);
  std::uint64_t begin = block.offset;
  std::uint64_t end = block.offset + block.room;
  const auto next = free_by_offset_.find(end);
  if (next != free_by_offset_.end()) {
    end += next->second;
    TakeFree(next);
  }
  const auto after = free_by_offset_.lower_bound(begin);
  if (after != free_by_offset_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == begin) {
      begin = before->first;
      TakeFree(before);
    }
  }
  AddFree(begin, end - begin);
  return block.offset;
}

void BestFitHeap::AddFree(std::uint64_t offset, std::uint64_t room) {
  free_by_offset_.emplace(offset, room);
  free_by_room_.emplace(room, offset);
}

void BestFitHeap::TakeFree(std::map<std::uint64_t, std::uint64_t>::iterator stretch) {
  free_by_room_.erase({stretch->second, stretch->first});
  free_by_offset_.erase(stretch);
}

}  // namespace workbook::trace
