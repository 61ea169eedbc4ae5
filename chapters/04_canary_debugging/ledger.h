#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "record_list.h"

namespace workbook {

/// What a pointer that somebody wants to free turned out to be.
enum class FreeVerdict {
  kGood,     ///< a live block: claimed by this call
  kTwice,    ///< a block that has been freed already
  kForeign,  ///< no block that the ledger knows, or knew lately, starts there
};

/// The book of all blocks of all DebugHeaps of the process: a hash table from a payload's address
/// to its record. An address is only looked up, never followed, so any pointer may be asked for.
///
/// A freed record stays in the table after its memory is gone, until kRemembered younger ones have
/// been freed, or until its address is a new block's: that is how a second free is told from a
/// foreign one. No address has two records.
///
/// Every function but Mutex() needs the lock held.
class Ledger {
 public:
  static constexpr std::size_t kBuckets = std::size_t{1} << 14;
  static constexpr std::size_t kRemembered = 1024;

  /// A record for a new block, in no list and no bucket. Owned by the ledger for ever.
  /// @param payload  the block's; a dead block that began there is forgotten
  /// @throws std::bad_alloc
  BlockRecord& NewRecord(const void* payload);

  /// Enters a block: makes its record live, gives it the next serial number, and puts it in front
  /// of its bucket and at the newest end of live().
  /// @param record  from NewRecord(bounds.payload), its bounds set
  void Enter(BlockRecord& record);

  /// @return the record whose payload starts exactly at `address`, or null
  BlockRecord* Find(const void* address) const;

  /// Decides about a free. Of two threads that free one block, one gets kGood.
  /// @param record  set to what Find() says
  /// @return kGood: the record is kFreed now and not in live() any more. Otherwise nothing changed.
  FreeVerdict Claim(const void* address, BlockRecord** record);

  /// Says that the memory of a claimed block is gone. The record is remembered for a while; from
  /// now on it must not be used.
  void Retire(BlockRecord& record);

  /// Takes a record out of its bucket, wherever in the chain it stands.
  void Unlink(BlockRecord& record);

  /// The live block that this address lies in, guards included, or null. Slow: looks at all.
  const BlockRecord* FindAround(const void* address) const;

  /// Blocks in users' hands, in the order of their serial numbers.
  const RecordList& live() const { return live_; }

  /// The serial number given last.
  std::uint64_t last_serial() const { return last_serial_; }

  std::mutex& Mutex() { return mutex_; }

 private:
  static std::size_t BucketIndex(const void* address);
  BlockRecord& UseAgain(BlockRecord& remembered);
  BlockRecord*& BucketOf(const void* address) { return buckets_[BucketIndex(address)]; }

  std::mutex mutex_;
  std::array<BlockRecord*, kBuckets> buckets_{};  // each the head of a chain along next_in_bucket
  RecordList live_;
  RecordList remembered_;
  RecordList spare_;
  std::uint64_t last_serial_ = 0;
};

/// The one ledger of the process. Never destroyed; a forked child finds its lock free.
Ledger& TheLedger();

}  // namespace workbook
