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
  throw NotImplemented("3.1", "Carving a slab");
  // [end 3.1]
}

std::size_t BlocksPerSlab(std::size_t block_bytes) {
  // [exercise 3.1b]
  throw NotImplemented("3.1b", "Carving a slab");
  // [end 3.1b]
}

Slab* FormatSlab(void* memory, std::size_t block_bytes, void* owner) {
  // [exercise 3.1c]
  throw NotImplemented("3.1c", "Carving a slab");
  // [end 3.1c]
}

void* CarveBlock(Slab& slab) {
  // [exercise 3.1d]
  throw NotImplemented("3.1d", "Carving a slab");
  // [end 3.1d]
}

Slab* FindSlab(AddressRange readable, const void* address) {
  // [exercise 3.3]
  throw NotImplemented("3.3", "Whose block is it?");
  // [end 3.3]
}

bool IsBlockStart(const Slab& slab, const void* address) {
  // [exercise 3.3b]
  throw NotImplemented("3.3b", "Whose block is it?");
  // [end 3.3b]
}

void MarkOut(Slab& slab, void* block) noexcept {
  States(slab)[BlockIndex(slab, block)].store(kOut, std::memory_order_relaxed);
}

FreeError MarkBack(Slab& slab, void* address) {
  // [exercise 3.3c]
  throw NotImplemented("3.3c", "Whose block is it?");
  // [end 3.3c]
}

std::size_t CountOut(const Slab& slab) noexcept {
  const StateByte* const states = States(slab);
  return static_cast<std::size_t>(std::count_if(states, states + slab.capacity, [](const auto& s) {
    return s.load(std::memory_order_relaxed) == kOut;
  }));
}

}  // namespace workbook
