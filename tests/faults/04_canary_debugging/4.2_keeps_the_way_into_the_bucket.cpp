// Mistake: unlinks a record that still points at its old neighbours.
// Verdict: failed
// Caught by: Ex4_2.UnlinksARecordWhereverItStands
// Message: still leads into its bucket
  // [exercise 4.2d]
  BlockRecord** link = &BucketOf(record.bounds.payload);
  while (*link != &record) link = &(*link)->next_in_bucket;
  *link = record.next_in_bucket;
  // [end 4.2d]
