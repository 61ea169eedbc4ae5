#include "shelves.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "workbook/not_implemented.h"

namespace workbook {

std::size_t ShelfLimit(std::size_t needed, std::size_t elsewhere, std::size_t floor_bytes) {
  // [exercise 5.4d]
  throw NotImplemented("5.4d", "Shelves, bounded in bytes");
  // [end 5.4d]
}

void Shelves::Reset(const std::vector<std::size_t>& block_bytes, std::size_t floor_bytes) {
  if (block_bytes.size() > kMostShelves) throw std::invalid_argument("too many shelves");
  const std::lock_guard lock(mutex_);
  shelves_.clear();
  for (const std::size_t bytes : block_bytes) shelves_.push_back({.block_bytes = bytes});
  floor_bytes_ = floor_bytes;
  now_ = {};
}

void Shelves::Open(ClassIndex shelf) {
  const std::lock_guard lock(mutex_);
  shelves_[shelf].open = true;
}

void Shelves::Close(ClassIndex shelf) {
  const std::lock_guard lock(mutex_);
  shelves_[shelf].open = false;
}

void Shelves::Push(ClassIndex shelf, Slot slot) {
  MustBeLocked();
  next_[slot] = shelves_[shelf].front;
  shelves_[shelf].front = slot;
  non_empty_.Set(shelf, true);
  now_.idle_bytes += shelves_[shelf].block_bytes;
  ++now_.idle_blocks;
}

Shelves::Slot Shelves::Pop(ClassIndex shelf) {
  MustBeLocked();
  const Slot slot = shelves_[shelf].front;
  if (slot == kEnd) return kEnd;
  shelves_[shelf].front = next_[slot];
  next_[slot] = kLive;
  if (shelves_[shelf].front == kEnd) non_empty_.Set(shelf, false);
  now_.idle_bytes -= shelves_[shelf].block_bytes;
  --now_.idle_blocks;
  return slot;
}

void* Shelves::Disown(Slot slot) {
  MustBeLocked();
  const std::uint64_t word = table_.At(slot);
  table_.Remove(slot);
  now_.owned_bytes -= shelves_[ShelfOf(word)].block_bytes;
  --now_.owned_blocks;
  ++now_.disowned;
  return BlockTable::BlockOf(word);
}

void* Shelves::Take(ClassIndex shelf, std::size_t elsewhere) {
  // [exercise 5.4]
  throw NotImplemented("5.4", "Shelves, bounded in bytes");
  // [end 5.4]
}

ClassIndex Shelves::ShelfFor(ClassIndex asked, std::size_t elsewhere) const {
  MustBeLocked();
  // [exercise 5.4b]
  throw NotImplemented("5.4b", "Shelves, bounded in bytes");
  // [end 5.4b]
}

bool Shelves::Adopt(ClassIndex shelf, void* block, Fit fit) {
  // [exercise 5.4c]
  throw NotImplemented("5.4c", "Shelves, bounded in bytes");
  // [end 5.4c]
}

Returned Shelves::Return(void* block) {
  // [exercise 5.4f]
  return Returned::kForeign;
  // [end 5.4f]
}

std::size_t Shelves::BytesOverLimit(std::size_t incoming, std::size_t elsewhere) const {
  MustBeLocked();
  const std::size_t needed = std::max(now_.peak_live_bytes, now_.live_bytes + incoming);
  const std::size_t limit = ShelfLimit(needed, elsewhere, floor_bytes_);
  const std::size_t wanted = now_.owned_bytes + incoming;
  return wanted <= limit ? 0 : wanted - limit;
}

ClassIndex Shelves::FirstShelfOf(std::size_t bytes) const {
  const auto too_small = [bytes](const Shelf& shelf) { return shelf.block_bytes < bytes; };
  return static_cast<ClassIndex>(std::partition_point(shelves_.begin(), shelves_.end(), too_small) -
                                 shelves_.begin());
}

void* Shelves::TakeSurplus(std::size_t incoming, std::size_t elsewhere) {
  // [exercise 5.4e]
  throw NotImplemented("5.4e", "Shelves, bounded in bytes");
  // [end 5.4e]
}

void* Shelves::TakeFrom(ClassIndex shelf) {
  const std::lock_guard lock(mutex_);
  const Slot slot = Pop(shelf);
  return slot == kEnd ? nullptr : Disown(slot);
}

void* Shelves::TakeWhole(ClassIndex shelf, ClassIndex asked, std::size_t elsewhere) {
  const std::lock_guard lock(mutex_);
  if (BytesOverLimit(shelves_[asked].block_bytes, elsewhere) == 0) return nullptr;
  const Slot slot = Pop(shelf);
  if (slot == kEnd) return nullptr;
  NoteLive(asked, slot);
  return BlockTable::BlockOf(table_.At(slot));
}

void Shelves::AddLive(std::ptrdiff_t bytes) {
  const std::lock_guard lock(mutex_);
  added_live_bytes_ += bytes;
  now_.live_bytes += static_cast<std::size_t>(bytes);
  now_.peak_live_bytes = std::max(now_.peak_live_bytes, now_.live_bytes);
}

void Shelves::ForgetLive() {
  // [exercise 5.7]
  // [end 5.7]
}

void Shelves::NoteLive(ClassIndex asked, Slot slot) {
  MustBeLocked();
  serves_[slot] = asked;
  now_.live_bytes += shelves_[asked].block_bytes;
  now_.peak_live_bytes = std::max(now_.peak_live_bytes, now_.live_bytes);
}

ShelfStatistics Shelves::Statistics() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

std::string Shelves::CheckInvariants() const {
  const std::lock_guard lock(mutex_);
  std::ostringstream wrong;
  const auto agree = [&wrong](const char* what, std::size_t counted, std::size_t found) {
    if (counted != found) wrong << what << ": " << counted << " counted, " << found << " found; ";
  };
  ShelfStatistics found;
  found.live_bytes = static_cast<std::size_t>(added_live_bytes_);
  for (std::size_t i = 0; i < BlockTable::kSlots; ++i) {
    const std::uint64_t word = table_.At(static_cast<Slot>(i));
    if (word == 0) continue;
    ++found.owned_blocks;
    found.owned_bytes += shelves_[ShelfOf(word)].block_bytes;
    if (next_[i] == kLive) found.live_bytes += shelves_[serves_[i]].block_bytes;
  }
  for (const Shelf& shelf : shelves_) {
    for (Slot slot = shelf.front; slot != kEnd; slot = next_[slot]) {
      if (slot == kLive || ++found.idle_blocks > BlockTable::kSlots)
        return "a shelf's list leads to a live block or in a circle; ";
      found.idle_bytes += shelf.block_bytes;
      if (table_.At(slot) == 0) wrong << "a shelf holds a block that the table does not know; ";
    }
  }
  agree("bytes owned", now_.owned_bytes, found.owned_bytes);
  agree("bytes live", now_.live_bytes, found.live_bytes);
  agree("bytes idle", now_.idle_bytes, found.idle_bytes);
  agree("blocks owned", now_.owned_blocks, found.owned_blocks);
  agree("blocks idle", now_.idle_blocks, found.idle_blocks);
  agree("adopted + noted - disowned", now_.adopted + now_.noted - now_.disowned,
        found.owned_blocks);
  if (now_.live_bytes > now_.peak_live_bytes) wrong << "the peak is too low; ";
  return wrong.str();
}

void Shelves::NonEmpty::Set(ClassIndex shelf, bool holds_some) noexcept {
  const std::uint64_t bit = std::uint64_t{1} << (shelf % 64);
  if (holds_some) {
    words_[shelf / 64] |= bit;
  } else {
    words_[shelf / 64] &= ~bit;
  }
}

ClassIndex Shelves::NonEmpty::FirstFrom(ClassIndex from) const noexcept {
  std::uint64_t mask = ~std::uint64_t{0} << (from % 64);
  for (std::size_t i = from / 64; i < words_.size(); ++i) {
    const std::uint64_t left = words_[i] & mask;
    if (left != 0) return static_cast<ClassIndex>(i * 64 + std::countr_zero(left));
    mask = ~std::uint64_t{0};
  }
  return kNoClass;
}

ClassIndex Shelves::NonEmpty::Last() const noexcept {
  for (std::size_t i = words_.size(); i-- > 0;) {
    if (words_[i] != 0) return static_cast<ClassIndex>(i * 64 + 63 - std::countl_zero(words_[i]));
  }
  return kNoClass;
}

}  // namespace workbook
