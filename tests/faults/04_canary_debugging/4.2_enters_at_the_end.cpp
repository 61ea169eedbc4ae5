// Mistake: puts the newest record last: a dead block hides a living one at the same address.
// Verdict: failed
// Caught by: Ex4_2.AnAddressThatCameBackIsANewBlock
// Message: hides the live one
  // [exercise 4.2]
  BlockRecord** link = &BucketOf(record.bounds.payload);
  while (*link != nullptr) link = &(*link)->next_in_bucket;
  record.next_in_bucket = nullptr;
  *link = &record;
  // [end 4.2]
