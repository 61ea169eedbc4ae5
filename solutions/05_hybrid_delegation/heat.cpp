#include "heat.h"

#include "workbook/not_implemented.h"

namespace workbook {

bool Heat::NoteRequest(const HeatLimits& limits) {
  // [exercise 5.5]
  if (hot()) {
    used_.store(true, std::memory_order_relaxed);
    return false;
  }
  const std::uint32_t recent = recent_.load(std::memory_order_relaxed) + 1;
  recent_.store(recent, std::memory_order_relaxed);
  if (recent < limits.hot_requests) return false;
  used_.store(true, std::memory_order_relaxed);
  return !hot_.exchange(true);  // of two threads at this line one gets true
  // [end 5.5]
}

bool Heat::Cool(const HeatLimits& limits) {
  // [exercise 5.5b]
  if (!hot()) {
    recent_.store(recent_.load(std::memory_order_relaxed) / 2, std::memory_order_relaxed);
    return false;
  }
  quiet_epochs_ = used_.exchange(false) ? 0 : quiet_epochs_ + 1;
  if (quiet_epochs_ < limits.cold_epochs) return false;
  quiet_epochs_ = 0;
  recent_.store(0, std::memory_order_relaxed);
  hot_.store(false, std::memory_order_relaxed);
  return true;
  // [end 5.5b]
}

}  // namespace workbook
