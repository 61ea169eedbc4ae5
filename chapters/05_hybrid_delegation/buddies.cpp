#include "buddies.h"

#include <algorithm>
#include <mutex>
#include <sstream>

namespace workbook {

void Buddies::Open(const std::vector<std::size_t>& block_bytes) {
  const std::lock_guard lock(mutex_);
  block_bytes_ = block_bytes;
  first_.assign(block_bytes.size(), kNone);
  double_of_.assign(block_bytes.size(), kNoClass);
  for (std::size_t i = 0; i < block_bytes.size(); ++i) {
    const std::size_t bytes = block_bytes[i];
    const auto twice = std::lower_bound(block_bytes.begin(), block_bytes.end(), 2 * bytes);
    if (twice != block_bytes.end() && *twice == 2 * bytes && bytes % kGranuleBytes == 0)
      double_of_[i] = static_cast<ClassIndex>(twice - block_bytes.begin());
  }
  served_ = 0;
}

void Buddies::Forget() {
  const std::lock_guard lock(mutex_);
  for (Piece& piece : pieces_) piece.forgotten = piece.block != nullptr;
  std::fill(first_.begin(), first_.end(), kNone);
  idle_halves_ = 0;
  AddLive(-live_bytes_);
}

void* Buddies::Take(ClassIndex shelf) {
  if (idle_halves_.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::lock_guard lock(mutex_);
  if (!enabled_ || first_[shelf] == kNone) return nullptr;
  served_.fetch_add(1, std::memory_order_relaxed);
  AddLive(static_cast<std::ptrdiff_t>(block_bytes_[shelf]));
  return HandOut(first_[shelf]);
}

void* Buddies::Cut(ClassIndex shelf, std::size_t elsewhere) {
  const std::lock_guard lock(mutex_);
  if (!enabled_) return nullptr;
  std::array<ClassIndex, kMostCuts + 1> classes{shelf};  // of a half, of what it is cut from, …
  int cuts = 0;
  char* block = nullptr;
  std::size_t noted = 0;
  while (block == nullptr) {
    if (cuts == kMostCuts || double_of_[classes[cuts]] == kNoClass) return nullptr;
    classes[cuts + 1] = double_of_[classes[cuts]];
    ++cuts;
    if (first_[classes[cuts]] != kNone) {
      block = HandOut(first_[classes[cuts]]);
    } else {
      block = static_cast<char*>(shelves_.TakeWhole(classes[cuts], shelf, elsewhere));
      if (block != nullptr) noted = block_bytes_[shelf];
    }
  }
  const std::size_t counted = noted;  // by the shelves, for the whole block
  while (cuts > 0 && Halve(block, classes[cuts - 1], noted)) {
    noted = 0;
    --cuts;
  }
  // A whole block that the full table leaves uncut is live for the shelves like any other.
  if (noted == 0) AddLive(static_cast<std::ptrdiff_t>(block_bytes_[classes[cuts]] - counted));
  served_.fetch_add(1, std::memory_order_relaxed);
  return block;
}

// Cuts a block that is handed out: the first half stays handed out, the second one is idle. False
// if there is no place to note that.
bool Buddies::Halve(char* block, ClassIndex halves, std::size_t noted_bytes) {
  const auto place = std::find_if(pieces_.begin(), pieces_.end(),
                                  [](const Piece& piece) { return piece.block == nullptr; });
  if (place == pieces_.end()) return false;
  const auto index = static_cast<PieceIndex>(place - pieces_.begin());
  const std::size_t half_bytes = block_bytes_[halves];
  const BlockTable::Slot second = table_.Insert(block + half_bytes, index);
  if (second == BlockTable::kNoSlot) return false;
  const BlockTable::Slot old = table_.Find(block);
  PieceIndex parent = kNone;
  if (old != BlockTable::kNoSlot) {
    parent = BlockTable::ClassOf(table_.At(old));
    table_.Remove(old);
  }
  if (table_.Insert(block, index) == BlockTable::kNoSlot) {
    table_.Remove(second);
    return false;
  }
  *place = {.block = block,
            .half_bytes = half_bytes,
            .noted_bytes = noted_bytes,
            .idle = 2,
            .shelf = halves,
            .parent = parent};
  Link(index);
  pieces_in_use_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

char* Buddies::HandOut(PieceIndex index) {
  Piece& piece = pieces_[index];
  Unlink(index);
  char* const half = piece.block + (piece.idle == 1 ? 0 : piece.half_bytes);
  piece.idle = 0;
  return half;
}

Returned Buddies::Return(void*& block) {
  if (!Owns(block)) return Returned::kForeign;
  const std::lock_guard lock(mutex_);
  const BlockTable::Slot slot = table_.Find(block);
  if (slot == BlockTable::kNoSlot) return Returned::kForeign;  // freed by another thread meanwhile
  PieceIndex index = BlockTable::ClassOf(table_.At(slot));
  const bool forgotten = pieces_[index].forgotten;
  auto live = -static_cast<std::ptrdiff_t>(pieces_[index].half_bytes);
  Returned returned = Returned::kShelved;
  for (char* half = static_cast<char*>(block);;) {
    Piece& piece = pieces_[index];
    const unsigned bit = half == piece.block ? 1 : 2;
    if ((piece.idle & bit) != 0) return Returned::kTwice;
    piece.idle |= bit;
    if (piece.idle != kBothIdle) {
      if (!forgotten) Link(index);
      break;
    }
    // One piece again: a half of its parent, or the whole block.
    half = piece.block;
    live += static_cast<std::ptrdiff_t>(piece.noted_bytes);
    const PieceIndex parent = piece.parent;
    if (!forgotten) Unlink(index);
    Free(index);
    if (parent == kNone) {
      block = half;
      returned = Returned::kDisowned;
      break;
    }
    table_.Insert(half, parent);  // there is room: where this piece's first half stood
    index = parent;
  }
  if (!forgotten) AddLive(live);
  return returned;
}

void Buddies::Free(PieceIndex index) {
  Piece& piece = pieces_[index];
  table_.Remove(table_.Find(piece.block));
  table_.Remove(table_.Find(piece.block + piece.half_bytes));
  piece = {};
  pieces_in_use_.fetch_sub(1, std::memory_order_relaxed);
}

void Buddies::AddLive(std::ptrdiff_t bytes) {
  live_bytes_ += bytes;
  shelves_.AddLive(bytes);
}

void Buddies::Link(PieceIndex index) {
  mutex_.MustBeHeld("the halves were touched without their lock");
  PieceIndex& first = first_[pieces_[index].shelf];
  pieces_[index].next = first;
  pieces_[index].previous = kNone;
  if (first != kNone) pieces_[first].previous = index;
  first = index;
  idle_halves_.fetch_add(1, std::memory_order_relaxed);
}

void Buddies::Unlink(PieceIndex index) {
  mutex_.MustBeHeld("the halves were touched without their lock");
  const Piece& piece = pieces_[index];
  if (piece.previous == kNone) {
    first_[piece.shelf] = piece.next;
  } else {
    pieces_[piece.previous].next = piece.next;
  }
  if (piece.next != kNone) pieces_[piece.next].previous = piece.previous;
  idle_halves_.fetch_sub(1, std::memory_order_relaxed);
}

std::string Buddies::CheckInvariants() const {
  const std::lock_guard lock(mutex_);
  std::ostringstream wrong;
  std::ptrdiff_t live = 0;
  std::size_t idle = 0;
  std::size_t in_use = 0;
  for (std::size_t i = 0; i < kMostPieces; ++i) {
    const Piece& piece = pieces_[i];
    if (piece.block == nullptr) continue;
    ++in_use;
    if (piece.idle == kBothIdle) wrong << "two idle halves are not one piece; ";
    for (const unsigned bit : {1U, 2U}) {
      const BlockTable::Slot slot = table_.Find(piece.block + (bit - 1) * piece.half_bytes);
      if (slot == BlockTable::kNoSlot) {
        wrong << "the table does not know a half; ";
      } else if (!piece.forgotten && (piece.idle & bit) == 0 &&
                 BlockTable::ClassOf(table_.At(slot)) == i) {
        live += static_cast<std::ptrdiff_t>(piece.half_bytes);
      }
    }
    if (piece.forgotten) continue;
    if (piece.idle != 0) ++idle;
    live -= static_cast<std::ptrdiff_t>(piece.noted_bytes);
  }
  if (in_use != pieces_in_use_)
    wrong << "pieces: " << pieces_in_use_ << " counted, " << in_use << " found; ";
  if (idle != idle_halves_)
    wrong << "idle halves: " << idle_halves_ << " counted, " << idle << " found; ";
  if (live != live_bytes_)
    wrong << "bytes of live halves: " << live_bytes_ << " counted, " << live << " found; ";
  return wrong.str();
}

}  // namespace workbook
