#pragma once

#include <cstddef>

#include "block_record.h"

namespace workbook {

/// A queue of records, linked through their `older` and `newer`; a record is in one list at most.
/// Given. Not for several threads at once. Needs no memory and no destructor.
class RecordList {
 public:
  /// Puts a record at the newest end.
  void Add(BlockRecord& record) {
    record.older = newest_;
    record.newer = nullptr;
    (newest_ != nullptr ? newest_->newer : oldest_) = &record;
    newest_ = &record;
    ++count_;
  }

  /// Takes a record out, wherever in the list it is.
  void Remove(BlockRecord& record) {
    (record.older != nullptr ? record.older->newer : oldest_) = record.newer;
    (record.newer != nullptr ? record.newer->older : newest_) = record.older;
    record.older = record.newer = nullptr;
    --count_;
  }

  /// The record that came first, null in an empty list; from there go on along `newer`.
  BlockRecord* oldest() const { return oldest_; }
  std::size_t count() const { return count_; }

 private:
  BlockRecord* oldest_ = nullptr;
  BlockRecord* newest_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace workbook
