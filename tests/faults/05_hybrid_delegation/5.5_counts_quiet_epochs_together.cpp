// Mistake: adds up quiet epochs that do not follow each other.
// Verdict: failed
// Caught by: Ex5_5.QuietEpochsCountOnlyInARow
// Message: two quiet epochs
  // [exercise 5.5b]
  if (!hot()) {
    recent_.store(recent_.load(std::memory_order_relaxed) / 2, std::memory_order_relaxed);
    return false;
  }
  if (!used_.exchange(false)) ++quiet_epochs_;
  if (quiet_epochs_ < limits.cold_epochs) return false;
  quiet_epochs_ = 0;
  recent_.store(0, std::memory_order_relaxed);
  hot_.store(false, std::memory_order_relaxed);
  return true;
  // [end 5.5b]
