// Mistake: looks at the first record of the bucket and no further.
// Verdict: failed
// Caught by: Ex4_2.FindsEachOfMoreBlocksThanBuckets
// Message: several share a bucket
  // [exercise 4.2b]
  BlockRecord* const record = buckets_[BucketIndex(address)];
  return record != nullptr && record->bounds.payload == address ? record : nullptr;
  // [end 4.2b]
