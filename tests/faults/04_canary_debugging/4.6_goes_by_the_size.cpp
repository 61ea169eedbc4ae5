// Mistake: takes all blocks of one size for one leak.
// Verdict: failed
// Caught by: Ex4_6_Collect.GroupsByOrigin
// Message: groups.size()
  // [exercise 4.6]
  return a.bounds.payload_bytes == b.bounds.payload_bytes;
  // [end 4.6]
