// Mistake: has one line instead of two: the first quiet epoch makes a class cold.
// Verdict: failed
// Caught by: Ex5_5.ThreeQuietEpochsTurnAClassCold
// Message: the first quiet epoch
  // [exercise 5.5b]
  if (!hot()) {
    recent_.store(recent_.load(std::memory_order_relaxed) / 2, std::memory_order_relaxed);
    return false;
  }
  static_cast<void>(limits);
  if (used_.exchange(false)) return false;
  recent_.store(0, std::memory_order_relaxed);
  hot_.store(false, std::memory_order_relaxed);
  return true;
  // [end 5.5b]
