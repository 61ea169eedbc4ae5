// Mistake: compares the block, not all that is free by now.
// Verdict: failed
// Caught by: Ex0_5.TheHeapGivesBackWhatIsMoreThanTheTrimThreshold
// Message: 3,001 are free
  // [exercise 0.5c]
  heap.live -= bytes;
  if (bytes > trim_threshold) heap.held = heap.live;
  // [end 0.5c]
