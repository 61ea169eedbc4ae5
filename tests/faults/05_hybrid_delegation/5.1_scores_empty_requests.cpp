// Mistake: counts requests of 0 bytes as requests that a class could have served.
// Verdict: failed
// Caught by: Ex5_1.ScoresShareAndSlack
// Message: all but those of 0 bytes
  // [exercise 5.1c]
  ClassScore score;
  for (const auto& [bytes, requests] : histogram) {
    score.requests += requests;
    for (const SizeClass& one : classes) {
      if (bytes < one.least_bytes || bytes > one.block_bytes) continue;
      score.served += requests;
      score.served_bytes += requests * bytes;
      score.served_blocks += requests * one.block_bytes;
    }
  }
  return score;
  // [end 5.1c]
