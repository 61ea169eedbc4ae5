// Mistake: one try; when another thread comes between, this one's higher peak is lost.
// Verdict: failed
// Caught by: Ex1_6.ThePeakIsExactBetweenThreads
// Message: so the peak is 20
// [exercise 1.6b]
  std::uint64_t peak = peak_bytes_.load();
  if (peak < live) peak_bytes_.compare_exchange_strong(peak, live);
// [end 1.6b]
