#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "block_table.h"
#include "checked_mutex.h"

namespace workbook {

/// What became of a block that was freed.
enum class Returned {
  kForeign,   ///< not one of the shelves': the upstream's, if anybody's; nothing has changed
  kShelved,   ///< kept for the next request of its class
  kDisowned,  ///< its shelf is closed: it belongs to the caller now, who must free it upstream
  kTwice,     ///< it lies on its shelf already: freed twice; nothing has changed
};

/// How large an adopted block is.
enum class Fit { kWhole, kExact };

/// The numbers of all shelves together, in bytes of blocks unless the name says otherwise.
///
///     live_bytes <= peak_live_bytes
///     live_bytes + idle_bytes <= owned_bytes, equal while no larger block stands in
///     adopted + noted - disowned == owned_blocks
///     owned_bytes <= ShelfLimit(peak_live_bytes, …), unless live blocks alone are more
struct ShelfStatistics {
  std::size_t owned_bytes = 0;      ///< live or idle
  std::size_t live_bytes = 0;       ///< in users' hands; by the classes that were asked for
  std::size_t idle_bytes = 0;       ///< on shelves, waiting
  std::size_t peak_live_bytes = 0;  ///< the most that live_bytes has ever been
  std::size_t owned_blocks = 0;
  std::size_t idle_blocks = 0;
  std::uint64_t reused = 0;    ///< requests served from a shelf
  std::uint64_t adopted = 0;   ///< new blocks of a class's size that the shelves were given
  std::uint64_t noted = 0;     ///< new blocks of another size that they were given
  std::uint64_t disowned = 0;  ///< blocks that left them, for the upstream
};

/// How many bytes of blocks the shelves may own: what the program needed at its peak anyway and
/// 1/kSparePart of it, less what is held elsewhere; but at least the floor.
/// @param needed  the most bytes that were ever live, or will be in a moment
/// @param elsewhere  bytes that belong to somebody else (pools)
std::size_t ShelfLimit(std::size_t needed, std::size_t elsewhere, std::size_t floor_bytes);

/// The share of ShelfLimit() above the peak: one part in so many.
inline constexpr std::size_t kSparePart = 8;

/// How much larger than its class a block may be that stands in for a new one.
inline constexpr std::size_t kMostLarger = 2;

/// The most classes that Shelves can have.
inline constexpr std::size_t kMostShelves = 1024;

/// Keeps freed blocks of the upstream for the next request of their class. A *shelf* is the list of
/// one class's idle blocks, the last one put there in front. All data lie in tables beside the
/// blocks: no byte of a block is read or written.
///
/// The shelves never call the upstream: they are given blocks (Adopt) and say which they don't want
/// any more (Return, TakeSurplus). They know every block that has a class, those of cold classes
/// too, so that they can say how much is live. Any thread may call anything.
class Shelves {
 public:
  Shelves() = default;
  Shelves(const Shelves&) = delete;
  Shelves& operator=(const Shelves&) = delete;

  /// Starts with closed, empty shelves.
  /// @param block_bytes  of each class, ascending; an index into it is a shelf
  /// @param floor_bytes  the floor of ShelfLimit()
  void Reset(const std::vector<std::size_t>& block_bytes, std::size_t floor_bytes);

  /// From now on freed blocks of this class are kept.
  void Open(ClassIndex shelf);

  /// From now on they are not. Idle blocks stay until TakeFrom() takes them out.
  void Close(ClassIndex shelf);

  /// Hands out an idle block: one of this class; or, if there is none and a new one would pass the
  /// limit, the smallest one of a larger class, at most kMostLarger times as large. That one comes
  /// back to its own shelf.
  /// @param elsewhere  bytes that count against the limit but belong to somebody else (pools)
  /// @return null when a new block is the better answer
  void* Take(ClassIndex shelf, std::size_t elsewhere);

  /// Takes over a block from the upstream, which its user has or is about to get.
  /// @param fit  kWhole: the block has the class's block_bytes, and may be kept when it is freed.
  /// kExact: it is smaller, and will go upstream.
  /// @return false: the table has no room for this address; then the block is an ordinary one of
  /// the upstream
  bool Adopt(ClassIndex shelf, void* block, Fit fit);

  /// What a free does.
  /// @param block  any address
  Returned Return(void* block);

  /// Whether Return() would know the address. Any thread, without a lock.
  bool Owns(const void* block) const {
    return block != nullptr && table_.Find(block) != BlockTable::kNoSlot;
  }

  /// Makes room for a block that is about to be adopted: call it until it returns null.
  /// @param incoming  bytes of that block
  /// @param elsewhere  as for Take()
  /// @return the smallest idle block that makes room enough, or the largest if none does; it is no
  /// longer the shelves' and must go upstream. Null when there is room, or no idle block.
  void* TakeSurplus(std::size_t incoming, std::size_t elsewhere);

  /// Takes an idle block of a shelf, open or closed, out for good: it must go upstream.
  /// @return null when the shelf is empty
  void* TakeFrom(ClassIndex shelf);

  /// Hands out an idle block of one class that will be cut (see Buddies), if a new block of the
  /// other class would pass the limit.
  /// @param shelf  whose block; null if it has none
  /// @param asked  the class that the block serves, as Take() would have it
  void* TakeWhole(ClassIndex shelf, ClassIndex asked, std::size_t elsewhere);

  /// Corrects live_bytes by what the parts of cut blocks add to it: a cut block counts with the
  /// class that it was taken for, as long as it is live.
  void AddLive(std::ptrdiff_t bytes);

  /// Forgets all live blocks: whoever frees one finds it foreign and gives it to the upstream,
  /// where it came from. Idle blocks stay. The peak starts anew.
  void ForgetLive();

  ShelfStatistics Statistics() const;

  /// @return what is wrong, or an empty string
  std::string CheckInvariants() const;

  /// Guards everything; here because a fork must hold it.
  CheckedMutex& mutex() const noexcept { return mutex_; }

 private:
  using Slot = BlockTable::Slot;
  // In next_: what is no slot.
  static constexpr Slot kEnd = BlockTable::kNoSlot;  // the last block of a shelf
  static constexpr Slot kLive = kEnd - 1;            // on no shelf: in a user's hands
  static_assert(BlockTable::kSlots <= kLive);

  // In the table: the block is smaller than its class and can serve nobody else.
  static constexpr ClassIndex kExactFlag = 4096;
  static_assert(kMostShelves <= kExactFlag);

  struct Shelf {
    std::size_t block_bytes = 0;
    Slot front = kEnd;
    bool open = false;
  };

  // Which shelves are not empty: one bit each, to find the next or the last one in a few steps.
  class NonEmpty {
   public:
    void Set(ClassIndex shelf, bool holds_some) noexcept;
    /// The first one at `from` or behind it; kNoClass if there is none.
    ClassIndex FirstFrom(ClassIndex from) const noexcept;
    ClassIndex Last() const noexcept;

   private:
    std::array<std::uint64_t, kMostShelves / 64> words_{};
  };

  static ClassIndex ShelfOf(std::uint64_t word) { return BlockTable::ClassOf(word) % kExactFlag; }

  // The caller of these holds mutex_.
  void Push(ClassIndex shelf, Slot slot);
  Slot Pop(ClassIndex shelf);
  void* Disown(Slot slot);
  ClassIndex ShelfFor(ClassIndex asked, std::size_t elsewhere) const;
  // Notes that a block is in a user's hands, for a request of this class.
  void NoteLive(ClassIndex asked, Slot slot);
  std::size_t BytesOverLimit(std::size_t incoming, std::size_t elsewhere) const;
  // The first class with blocks of at least so many bytes; one behind the last if there is none.
  ClassIndex FirstShelfOf(std::size_t bytes) const;
  void MustBeLocked() const { mutex_.MustBeHeld("the shelves were touched without their lock"); }

  BlockTable table_;
  mutable CheckedMutex mutex_;
  std::vector<Shelf> shelves_;
  std::array<Slot, BlockTable::kSlots> next_{};  // for each block: the one behind it on its shelf
  std::array<ClassIndex, BlockTable::kSlots> serves_{};  // for each live block: the class asked for
  NonEmpty non_empty_;
  std::size_t floor_bytes_ = 0;
  std::ptrdiff_t added_live_bytes_ = 0;  // see AddLive()
  ShelfStatistics now_;
};

}  // namespace workbook
