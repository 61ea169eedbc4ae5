#include "block_table.h"

#include "workbook/not_implemented.h"

namespace workbook {
namespace {

constexpr std::uint64_t kClassBits = 13;
constexpr std::uint64_t kClassMask = (std::uint64_t{1} << kClassBits) - 1;

}  // namespace

std::uint64_t BlockTable::Pack(const void* block, ClassIndex index) {
  // [exercise 5.3]
  const auto granule = reinterpret_cast<std::uintptr_t>(block) / kGranuleBytes;
  return granule << kClassBits | index;
  // [end 5.3]
}

void* BlockTable::BlockOf(std::uint64_t word) {
  // [exercise 5.3b]
  return reinterpret_cast<void*>((word >> kClassBits) * kGranuleBytes);
  // [end 5.3b]
}

ClassIndex BlockTable::ClassOf(std::uint64_t word) {
  // [exercise 5.3c]
  return static_cast<ClassIndex>(word & kClassMask);
  // [end 5.3c]
}

BlockTable::Slot BlockTable::Insert(const void* block, ClassIndex index) {
  // [exercise 5.3d]
  const std::uint64_t word = Pack(block, index);
  if (BlockOf(word) != block) return kNoSlot;  // it lost bits
  const std::size_t first = SetOf(block) * kWays;
  for (std::size_t slot = first; slot < first + kWays; ++slot) {
    if (Word(slot).load(std::memory_order_relaxed) != 0) continue;
    Word(slot).store(word, std::memory_order_release);
    return static_cast<Slot>(slot);
  }
  return kNoSlot;
  // [end 5.3d]
}

BlockTable::Slot BlockTable::Find(const void* address) const {
  // [exercise 5.3e]
  if (address == nullptr) return kNoSlot;
  const std::size_t first = SetOf(address) * kWays;
  for (std::size_t slot = first; slot < first + kWays; ++slot) {
    if (BlockOf(Word(slot).load(std::memory_order_acquire)) == address)
      return static_cast<Slot>(slot);
  }
  return kNoSlot;
  // [end 5.3e]
}

void BlockTable::Remove(Slot slot) {
  // [exercise 5.3f]
  Word(slot).store(0, std::memory_order_release);
  // [end 5.3f]
}

}  // namespace workbook
