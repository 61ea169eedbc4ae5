// Mistake: leaves the count of requests where it was when the class turned hot.
// Verdict: failed
// Caught by: Ex5_5.AClassThatWentColdNeedsFourRequestsAgain
// Message: from before it went cold still count
  // [exercise 5.5b]
  if (!hot()) {
    recent_.store(recent_.load(std::memory_order_relaxed) / 2, std::memory_order_relaxed);
    return false;
  }
  quiet_epochs_ = used_.exchange(false) ? 0 : quiet_epochs_ + 1;
  if (quiet_epochs_ < limits.cold_epochs) return false;
  quiet_epochs_ = 0;
  hot_.store(false, std::memory_order_relaxed);
  return true;
  // [end 5.5b]
