// Mistake: takes the ends of the range for outside.
// Verdict: failed
// Caught by: Ex4_7.PassesOverBlocksOutsideTheFilter
// Message: itself is inside
  // [exercise 4.7]
  return payload_bytes > options_.least_bytes && payload_bytes < options_.most_bytes;
  // [end 4.7]
