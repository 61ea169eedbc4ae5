// Mistake: takes an address in the same bucket for the block.
// Verdict: failed
// Caught by: Ex4_2.KnowsNoAddressButThePayloadsFirst
// Message: from the payload
  // [exercise 4.2b]
  BlockRecord* record = buckets_[BucketIndex(address)];
  while (record != nullptr && (address < record->bounds.payload ||
                               address >= record->bounds.payload + record->bounds.payload_bytes))
    record = record->next_in_bucket;
  return record;
  // [end 4.2b]
