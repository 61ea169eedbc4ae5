// Mistake: adds the block of a class once for each size instead of once for each request.
// Verdict: failed
// Caught by: Ex5_1.ScoresShareAndSlack
// Message: the blocks that they get
  // [exercise 5.1c]
  ClassScore score;
  for (const auto& [bytes, requests] : histogram) {
    if (bytes == 0) continue;
    score.requests += requests;
    for (const SizeClass& one : classes) {
      if (bytes < one.least_bytes || bytes > one.block_bytes) continue;
      score.served += requests;
      score.served_bytes += requests * bytes;
      score.served_blocks += one.block_bytes;
    }
  }
  return score;
  // [end 5.1c]
