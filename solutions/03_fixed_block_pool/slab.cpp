#include "slab.h"

#include <algorithm>
#include <new>

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

using StateByte = std::atomic<std::uint8_t>;
static_assert(sizeof(StateByte) == 1);

constexpr std::uint8_t kOut = 1;

// The state bytes start right behind the header; fresh memory is zero, which means "not out".
StateByte* States(const Slab& slab) noexcept {
  return reinterpret_cast<StateByte*>(const_cast<Slab*>(&slab) + 1);
}

std::size_t OffsetInSlab(const void* address) noexcept {
  return reinterpret_cast<std::uintptr_t>(address) & (kSlabBytes - 1);
}

// For the start of a block only.
std::size_t BlockIndex(const Slab& slab, const void* block) noexcept {
  return (OffsetInSlab(block) - slab.first_offset) / slab.block_bytes;
}

}  // namespace

std::size_t FirstBlockOffset(std::size_t capacity) {
  // [exercise 3.1]
  const std::size_t used = sizeof(Slab) + capacity;
  return (used + kBlockAlignment - 1) & ~(kBlockAlignment - 1);
  // [end 3.1]
}

std::size_t BlocksPerSlab(std::size_t block_bytes) {
  // [exercise 3.1b]
  // A block costs its bytes and one state byte. The pad before block 0 costs no block: the slab
  // less its blocks is a multiple of 64, so what lies before them can be rounded up to it.
  return (kSlabBytes - sizeof(Slab)) / (block_bytes + 1);
  // [end 3.1b]
}

Slab* FormatSlab(void* memory, std::size_t block_bytes, void* owner) {
  // [exercise 3.1c]
  auto* const slab = new (memory) Slab;
  slab->next = nullptr;
  slab->block_bytes = block_bytes;
  slab->capacity = static_cast<std::uint32_t>(BlocksPerSlab(block_bytes));
  slab->first_offset = FirstBlockOffset(slab->capacity);
  slab->carved = 0;
  slab->owner.store(owner, std::memory_order_release);
  return slab;
  // [end 3.1c]
}

void* CarveBlock(Slab& slab) {
  // [exercise 3.1d]
  if (slab.carved == slab.capacity) return nullptr;
  const std::size_t offset = slab.first_offset + slab.carved * slab.block_bytes;
  ++slab.carved;
  return reinterpret_cast<std::byte*>(&slab) + offset;
  // [end 3.1d]
}

Slab* FindSlab(AddressRange readable, const void* address) {
  // [exercise 3.3]
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at < readable.begin || at >= readable.end) return nullptr;
  auto* const slab = reinterpret_cast<Slab*>(at & ~(kSlabBytes - 1));
  return slab->owner.load(std::memory_order_acquire) == nullptr ? nullptr : slab;
  // [end 3.3]
}

bool IsBlockStart(const Slab& slab, const void* address) {
  // [exercise 3.3b]
  const std::size_t offset = OffsetInSlab(address);
  if (offset < slab.first_offset) return false;
  const std::size_t into_blocks = offset - slab.first_offset;
  return into_blocks % slab.block_bytes == 0 && into_blocks / slab.block_bytes < slab.capacity;
  // [end 3.3b]
}

void MarkOut(Slab& slab, void* block) noexcept {
  States(slab)[BlockIndex(slab, block)].store(kOut, std::memory_order_relaxed);
}

FreeError MarkBack(Slab& slab, void* address) {
  // [exercise 3.3c]
  if (!IsBlockStart(slab, address)) return FreeError::kMisaligned;
  StateByte& state = States(slab)[BlockIndex(slab, address)];
  return state.exchange(0, std::memory_order_relaxed) == kOut ? FreeError::kNone
                                                              : FreeError::kNotOut;
  // [end 3.3c]
}

std::size_t CountOut(const Slab& slab) noexcept {
  const StateByte* const states = States(slab);
  return static_cast<std::size_t>(std::count_if(states, states + slab.capacity, [](const auto& s) {
    return s.load(std::memory_order_relaxed) == kOut;
  }));
}

}  // namespace workbook
