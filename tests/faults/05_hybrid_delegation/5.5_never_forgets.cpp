// Mistake: adds up the requests of a cold class for ever: any size turns hot some day.
// Verdict: failed
// Caught by: Ex5_5.ATrickleNeverTurnsAClassHot
// Message: at most 3 count at a time
  // [exercise 5.5b]
  if (!hot()) return false;
  quiet_epochs_ = used_.exchange(false) ? 0 : quiet_epochs_ + 1;
  if (quiet_epochs_ < limits.cold_epochs) return false;
  quiet_epochs_ = 0;
  recent_.store(0, std::memory_order_relaxed);
  hot_.store(false, std::memory_order_relaxed);
  return true;
  // [end 5.5b]
