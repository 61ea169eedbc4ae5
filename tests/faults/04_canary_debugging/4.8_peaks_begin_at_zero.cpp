// Mistake: begins a new peak at zero, below what is there.
// Verdict: failed
// Caught by: Ex4_8.NewPeaksBeginAtWhatIsThereNow
// Message: at most
  // [exercise 4.8f]
  for (Stat* stat : {&allocation, &allocated_bytes, &active, &active_bytes, &reserved_bytes})
    stat->peak = 0;
  // [end 4.8f]
