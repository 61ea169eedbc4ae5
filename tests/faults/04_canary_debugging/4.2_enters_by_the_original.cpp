// Mistake: chooses the bucket by the address that the upstream gave, not by the one that users have.
// Verdict: crashed
// Caught by: Ex4_2.FindsABlockByItsPayload
// Message: must choose the bucket by the same address
  // [exercise 4.2]
  BlockRecord*& head = BucketOf(record.bounds.original);
  record.next_in_bucket = head;
  head = &record;
  // [end 4.2]
