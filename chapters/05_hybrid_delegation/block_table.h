#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "router.h"

namespace workbook {

/// Says of any address whether it is one of ours, without reading the memory there: a table of the
/// blocks that came from the upstream and are owned by shelves.
///
/// It is built like a processor's cache: an address can stand in one *set* of the table only, in
/// any of the set's 8 *ways*. A set is one cache line, so a look-up reads one line, found or not.
///
///     set 0    | word | word | word | word | word | word | word | word |   64 B
///     set 1    | word | …
///     …
///     word     | address / 64: 51 bits | class: 13 bits |     0: the way is empty
///
/// A word never moves while its block is in a user's hands. So a look-up needs no lock: whoever may
/// free a block finds it, whatever other threads put in or take out meanwhile.
class BlockTable {
 public:
  static constexpr std::size_t kSets = 4096;
  static constexpr std::size_t kWays = 8;
  static constexpr std::size_t kSlots = kSets * kWays;

  /// A place in the table: `set * kWays + way`.
  using Slot = std::uint16_t;
  static constexpr Slot kNoSlot = 0xFFFF;
  static_assert(kSlots < kNoSlot);

  /// The word for a block.
  /// @param block  a multiple of 64 below 2^57, not null
  /// @param index  below 2^13
  static std::uint64_t Pack(const void* block, ClassIndex index);
  static void* BlockOf(std::uint64_t word);
  static ClassIndex ClassOf(std::uint64_t word);

  /// Notes a block. One thread at a time.
  /// @param block  not in the table
  /// @return its slot; kNoSlot when all ways of its set are taken, or when a word cannot hold the
  /// address (see Pack): nothing has changed
  Slot Insert(const void* block, ClassIndex index);

  /// Finds a block. Any thread, any address, at any time; reads nothing but the table.
  /// @return kNoSlot for an address at which no noted block starts, null included
  Slot Find(const void* address) const;

  /// Forgets the block in a slot. One thread at a time.
  void Remove(Slot slot);

  /// What stands in a slot: 0, or a word for BlockOf() and ClassOf().
  std::uint64_t At(Slot slot) const noexcept { return Word(slot).load(std::memory_order_acquire); }

  /// The set of an address: the best mixed bits of a product, so that blocks at regular distances
  /// spread over all sets. Given.
  static std::size_t SetOf(const void* address) noexcept {
    const auto granule = reinterpret_cast<std::uintptr_t>(address) / kGranuleBytes;
    return granule * 0x9E37'79B9'7F4A'7C15U >> (64 - kSetBits);  // 2^64 / golden ratio
  }

 private:
  static constexpr std::size_t kSetBits = 12;
  static_assert(std::size_t{1} << kSetBits == kSets);

  struct alignas(64) Set {
    std::atomic<std::uint64_t> words[kWays];
  };

  std::atomic<std::uint64_t>& Word(std::size_t slot) noexcept {
    return sets_[slot / kWays].words[slot % kWays];
  }
  const std::atomic<std::uint64_t>& Word(std::size_t slot) const noexcept {
    return sets_[slot / kWays].words[slot % kWays];
  }

  std::unique_ptr<Set[]> sets_ = std::make_unique<Set[]>(kSets);
};

}  // namespace workbook
