// Mistake: takes the front record out, whichever was meant.
// Verdict: failed
// Caught by: Ex4_2.UnlinksARecordWhereverItStands
// Message: was unlinked
  // [exercise 4.2d]
  BlockRecord*& head = BucketOf(record.bounds.payload);
  if (head != nullptr) head = head->next_in_bucket;
  record.next_in_bucket = nullptr;
  // [end 4.2d]
