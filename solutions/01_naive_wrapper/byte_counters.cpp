#include "byte_counters.h"

#include "workbook/not_implemented.h"

namespace workbook {

void ByteCounters::RecordAllocation(std::size_t bytes) noexcept {
  // [exercise 1.6]
  total_allocations_.fetch_add(1);
  live_blocks_.fetch_add(1);
  // The sum this very call made: live_bytes_.load() might already miss a block freed since.
  RaisePeak(live_bytes_.fetch_add(bytes) + bytes);
  // [end 1.6]
}

void ByteCounters::RaisePeak(std::uint64_t live) noexcept {
  // [exercise 1.6b]
  std::uint64_t peak = peak_bytes_.load();
  // A failed exchange reloads `peak`: another thread raised it meanwhile, perhaps not high enough.
  while (peak < live && !peak_bytes_.compare_exchange_weak(peak, live)) {
  }
  // [end 1.6b]
}

void ByteCounters::RecordFree(std::size_t bytes) noexcept {
  // [exercise 1.6c]
  live_blocks_.fetch_sub(1);
  live_bytes_.fetch_sub(bytes);
  // [end 1.6c]
}

ByteStatistics ByteCounters::Read() const noexcept {
  return {live_bytes_.load(), live_blocks_.load(), peak_bytes_.load(), total_allocations_.load()};
}

void ByteCounters::ResetPeak() noexcept {
  // [exercise 1.6d]
  peak_bytes_.store(live_bytes_.load());
  // [end 1.6d]
}

}  // namespace workbook
