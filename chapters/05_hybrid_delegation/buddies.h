#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "block_table.h"
#include "checked_mutex.h"
#include "shelves.h"

namespace workbook {

/// Idle blocks of the shelves, cut in halves, and these once more, for smaller requests. At the
/// limit the other way to a small block would be to give a large one back to the upstream. The two
/// halves of a piece are *buddies*; when both are idle, they are one piece again (Knowlton's buddy
/// system). Given.
///
///     block of 1 MiB, off its shelf   | 256 KiB, live | 256 KiB, idle |        512 KiB, idle |
///
/// For the shelves a cut block is live, a request like any other; when all its pieces are back, so
/// is the block. So what the shelves promise of their blocks holds for cut ones too, and if they
/// have forgotten one, it goes upstream in one piece. Any thread may call anything.
class Buddies {
 public:
  /// How often a block may be halved.
  static constexpr int kMostCuts = 2;
  /// The most pieces that can be cut at one time.
  static constexpr std::size_t kMostPieces = 1024;

  /// @param shelves  where the blocks come from; outlives this
  /// @param enabled  while it is false, nothing is handed out; outlives this
  Buddies(Shelves& shelves, const std::atomic<bool>& enabled)
      : shelves_(shelves), enabled_(enabled) {}
  Buddies(const Buddies&) = delete;
  Buddies& operator=(const Buddies&) = delete;

  /// Starts with nothing cut, but for what Forget() left.
  /// @param block_bytes  the classes of the shelves, as Shelves::Reset() has them
  void Open(const std::vector<std::size_t>& block_bytes);

  /// No idle half is handed out any more, and live ones count as nothing; they may come back
  /// whenever they like. What is cut later is another matter.
  void Forget();

  /// @return an idle half of this class's size; null if there is none
  void* Take(ClassIndex shelf);

  /// Cuts an idle half, or an idle block if a new one for this class would pass the limit: one of
  /// twice the class's size; or one of four times its size, twice.
  /// @param elsewhere  as for Shelves::Take()
  /// @return a half of this class's size, or null
  void* Cut(ClassIndex shelf, std::size_t elsewhere);

  /// What a free does.
  /// @param block  any address; when the answer is kDisowned, it becomes that of the whole block
  /// @return kShelved: other parts of its block are live. kDisowned: it was the last one, and the
  /// whole block must go back to the shelves. kTwice: it is idle already. kForeign: no half.
  Returned Return(void*& block);

  /// Whether Return() would know the address. Any thread, without a lock.
  bool Owns(const void* block) const {
    return pieces_in_use_.load(std::memory_order_relaxed) > 0 && block != nullptr &&
           table_.Find(block) != BlockTable::kNoSlot;
  }

  /// Requests served with a half since Open().
  std::uint64_t served() const noexcept { return served_.load(std::memory_order_relaxed); }

  /// @return what is wrong, or an empty string
  std::string CheckInvariants() const;

  /// Guards everything; here because a fork must hold it, before that of the shelves.
  CheckedMutex& mutex() const noexcept { return mutex_; }

 private:
  using PieceIndex = ClassIndex;  // stands in the table where a class does
  static constexpr PieceIndex kNone = 0xFFFF;
  static constexpr unsigned kBothIdle = 3;

  // What was cut in two. Its halves stand in the table; it does not, while it is cut.
  struct Piece {
    char* block = nullptr;  // null: this entry is free
    std::size_t half_bytes = 0;
    std::size_t noted_bytes = 0;  // whole blocks: what the shelves count as live for it
    unsigned idle = 0;            // one bit a half
    ClassIndex shelf = 0;         // of the halves
    PieceIndex parent = kNone;    // the piece that this is a half of; kNone for a whole block
    PieceIndex next = kNone;      // on the list of its class's pieces with one idle half
    PieceIndex previous = kNone;
    bool forgotten = false;  // cut before Forget(): on no list, and not counted as live
  };

  // The caller of these holds mutex_.
  char* HandOut(PieceIndex index);
  bool Halve(char* block, ClassIndex halves, std::size_t noted_bytes);
  void Free(PieceIndex index);
  void Link(PieceIndex index);
  void Unlink(PieceIndex index);
  void AddLive(std::ptrdiff_t bytes);

  Shelves& shelves_;
  const std::atomic<bool>& enabled_;
  BlockTable table_;
  mutable CheckedMutex mutex_;
  std::array<Piece, kMostPieces> pieces_{};
  std::vector<std::size_t> block_bytes_;
  std::vector<PieceIndex> first_;      // for each class: its first piece with an idle half
  std::vector<ClassIndex> double_of_;  // for each class: that of twice its size, or kNoClass
  std::ptrdiff_t live_bytes_ = 0;      // what AddLive() has added up to
  std::atomic<std::size_t> pieces_in_use_ = 0;
  std::atomic<std::size_t> idle_halves_ = 0;  // of pieces that are not forgotten
  std::atomic<std::uint64_t> served_ = 0;
};

}  // namespace workbook
