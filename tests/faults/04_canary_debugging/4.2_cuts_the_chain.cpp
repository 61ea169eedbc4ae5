// Mistake: enters a record and lets go of the others in its bucket.
// Verdict: crashed
// Caught by: Ex4_2.FindsEachOfMoreBlocksThanBuckets
// Message: several share a bucket
  // [exercise 4.2]
  record.next_in_bucket = nullptr;
  BucketOf(record.bounds.payload) = &record;
  // [end 4.2]
