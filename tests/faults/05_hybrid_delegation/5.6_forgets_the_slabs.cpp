// Mistake: makes room as if the pools held nothing.
// Verdict: failed
// Caught by: Ex5_6.TheSlabsCountAgainstTheBound
// Message: two slabs of 4 MiB
  // [exercise 5.6d]
  while (void* const surplus = shelves_.TakeSurplus(bytes, 0)) upstream_.Free(surplus);
  // [end 5.6d]
