// Mistake: huge pages need fewer faults than the peak has pages.
// Verdict: failed
// Caught by: Ex0_5.HugePagesCanFaultLessThanThePeakHasPages
// Message: certainly not 2^64
  // [exercise 0.5e]
  return faults - PagesOf(peak_bytes);
  // [end 0.5e]
