#include "live_blocks.h"

namespace workbook::trace {
namespace {

constexpr std::size_t kFirstSlots = 1024;

}  // namespace

LiveBlocks::LiveBlocks() : slots_(kFirstSlots) {}

void LiveBlocks::Add(std::uint64_t id, std::uint64_t bytes, std::uint32_t tag) {
  if (2 * (count_ + 1) > slots_.size()) Grow();
  slots_[PlaceOf(id)] = {id, bytes, tag, true};
  ++count_;
}

const LiveBlock* LiveBlocks::Find(std::uint64_t id) const {
  const LiveBlock& slot = slots_[PlaceOf(id)];
  return slot.used ? &slot : nullptr;
}

bool LiveBlocks::Remove(std::uint64_t id, LiveBlock& block) {
  const std::size_t place = PlaceOf(id);
  if (!slots_[place].used) return false;
  block = slots_[place];
  CloseGap(place);
  --count_;
  return true;
}

// The slot of this id, or the empty slot where it would go.
std::size_t LiveBlocks::PlaceOf(std::uint64_t id) const {
  std::size_t place = HomeOf(id);
  while (slots_[place].used && slots_[place].id != id) place = (place + 1) & (slots_.size() - 1);
  return place;
}

// Ids count up, so their lowest bits alone spread them well, and neighbours share cache lines. The
// upper bits keep a file with chosen ids from making one long run.
std::size_t LiveBlocks::HomeOf(std::uint64_t id) const {
  return static_cast<std::size_t>(id + (id >> 20U) * 0x9e3779b97f4a7c15U) & (slots_.size() - 1);
}

// Moves later blocks of the run into the gap, so that no search ends too early.
void LiveBlocks::CloseGap(std::size_t gap) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = (gap + 1) & mask; slots_[at].used; at = (at + 1) & mask) {
    const std::size_t from_home = (at - HomeOf(slots_[at].id)) & mask;
    if (from_home < ((at - gap) & mask)) continue;  // its home lies behind the gap
    slots_[gap] = slots_[at];
    gap = at;
  }
  slots_[gap].used = false;
}

void LiveBlocks::Grow() {
  std::vector<LiveBlock> old(2 * slots_.size());
  old.swap(slots_);
  for (const LiveBlock& block : old) {
    if (block.used) slots_[PlaceOf(block.id)] = block;
  }
}

}  // namespace workbook::trace
