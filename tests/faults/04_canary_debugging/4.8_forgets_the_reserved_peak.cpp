// Mistake: leaves one of the five peaks as it was.
// Verdict: failed
// Caught by: Ex4_8.NewPeaksBeginAtWhatIsThereNow
// Message: reserved_bytes.peak
  // [exercise 4.8f]
  for (Stat* stat : {&allocation, &allocated_bytes, &active, &active_bytes})
    stat->peak = stat->current;
  // [end 4.8f]
