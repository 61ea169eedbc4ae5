#pragma once

#include <cstddef>

#include "record_list.h"

namespace workbook {

/// Freed blocks whose memory is kept for a while, so that a write after the free hits nobody else
/// and can be seen. First in, first out, bounded in bytes. Not for several threads at once: the
/// ledger's lock guards it.
///
///     held_bytes() == the sum of total_bytes of its blocks
///     held_bytes() <= limit_bytes()   whenever TakeExcess() has returned null
class Quarantine {
 public:
  explicit Quarantine(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// Whether a block may be kept at all: one that is larger than the whole quarantine would only
  /// push all others out.
  bool Fits(const BlockBounds& block) const { return block.total_bytes <= limit_bytes_; }

  /// Keeps a freed block.
  /// @param record  in no list
  void Put(BlockRecord& record);

  /// Takes out the block that came first, if more than `limit_bytes` are held.
  /// @return null when nothing is in excess
  BlockRecord* TakeExcess() { return TakeAbove(limit_bytes_); }

  /// Takes out the block that came first, whatever is held.
  /// @return null when the quarantine is empty
  BlockRecord* TakeAny() { return blocks_.count() > 0 ? TakeOldest() : nullptr; }

  std::size_t limit_bytes() const { return limit_bytes_; }
  std::size_t held_bytes() const { return held_bytes_; }
  const RecordList& blocks() const { return blocks_; }

 private:
  BlockRecord* TakeAbove(std::size_t bytes);
  BlockRecord* TakeOldest();

  std::size_t limit_bytes_;
  std::size_t held_bytes_ = 0;
  RecordList blocks_;
};

}  // namespace workbook
