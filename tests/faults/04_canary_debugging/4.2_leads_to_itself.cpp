// Mistake: replaces the front of the bucket before it takes the old one, so the new record leads to itself.
// Verdict: failed
// Caught by: Ex4_2.PutsANewRecordInFrontOfItsBucket
// Message: take the old front
  // [exercise 4.2]
  BlockRecord*& front = BucketOf(record.bounds.payload);
  front = &record;
  record.next_in_bucket = front;
  // [end 4.2]
