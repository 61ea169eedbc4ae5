// Mistake: one exchange and no loop; it fails when another thread has raised the peak meanwhile.
// Verdict: failed
// Caught by: Ex1_6.APeakRaisedMeanwhileIsRaisedAgain
// Message: an exchange that fails must look again
// [exercise 1.6b]
  std::uint64_t peak = peak_bytes_.load();
  if (peak < live) peak_bytes_.compare_exchange_strong(peak, live);
// [end 1.6b]
