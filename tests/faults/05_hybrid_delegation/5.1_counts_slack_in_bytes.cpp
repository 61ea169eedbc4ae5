// Mistake: counts slack in bytes of the block, although sizes count as rounded up to 64.
// Verdict: failed
// Caught by: Ex5_1.AClassServesSizesWithinTheSlack
// Message: the smallest size that a block of
  // [exercise 5.1]
  return block_bytes - block_bytes * max_slack_percent / 100;
  // [end 5.1]
