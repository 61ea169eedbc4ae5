#include "byte_counters.h"

#include "workbook/not_implemented.h"

namespace workbook {

void ByteCounters::RecordAllocation(std::size_t bytes) noexcept {
  // [exercise 1.6]
  ReportNotImplemented("1.6");
  // [end 1.6]
}

void ByteCounters::RaisePeak(std::uint64_t live) noexcept {
  // [exercise 1.6b]
  // [end 1.6b]
}

void ByteCounters::RecordFree(std::size_t bytes) noexcept {
  // [exercise 1.6c]
  ReportNotImplemented("1.6c");
  // [end 1.6c]
}

ByteStatistics ByteCounters::Read() const noexcept {
  return {live_bytes_.load(), live_blocks_.load(), peak_bytes_.load(), total_allocations_.load()};
}

void ByteCounters::ResetPeak() noexcept {
  // [exercise 1.6d]
  // [end 1.6d]
}

}  // namespace workbook
