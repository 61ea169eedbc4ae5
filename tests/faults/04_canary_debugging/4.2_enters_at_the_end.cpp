// Mistake: appends to the bucket: right, but each allocation walks the chain under the lock.
// Verdict: failed
// Caught by: Ex4_2.PutsANewRecordInFrontOfItsBucket
// Message: The newest belongs in front
  // [exercise 4.2]
  BlockRecord** link = &BucketOf(record.bounds.payload);
  while (*link != nullptr) link = &(*link)->next_in_bucket;
  record.next_in_bucket = nullptr;
  *link = &record;
  // [end 4.2]
