// Mistake: counts the request after it has looked.
// Verdict: failed
// Caught by: Ex5_5.TheFourthRequestTurnsAClassHot
// Message: after 4 requests
  // [exercise 5.5]
  if (hot()) {
    used_.store(true, std::memory_order_relaxed);
    return false;
  }
  const std::uint32_t recent = recent_.load(std::memory_order_relaxed);
  recent_.store(recent + 1, std::memory_order_relaxed);
  if (recent < limits.hot_requests) return false;
  used_.store(true, std::memory_order_relaxed);
  return !hot_.exchange(true);
  // [end 5.5]
