// Mistake: keeps what is free, for ever.
// Verdict: failed
// Caught by: Ex0_5.TheHeapGivesBackWhatIsMoreThanTheTrimThreshold
// Message: 3,001 are free
  // [exercise 0.5c]
  static_cast<void>(trim_threshold);
  heap.live -= bytes;
  // [end 0.5c]
