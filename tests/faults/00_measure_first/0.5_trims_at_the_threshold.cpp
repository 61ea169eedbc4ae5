// Mistake: "at least" where the rule says "more than".
// Verdict: failed
// Caught by: Ex0_5.TheHeapGivesBackWhatIsMoreThanTheTrimThreshold
// Message: not more than the threshold
  // [exercise 0.5c]
  heap.live -= bytes;
  if (heap.held - heap.live >= trim_threshold) heap.held = heap.live;
  // [end 0.5c]
