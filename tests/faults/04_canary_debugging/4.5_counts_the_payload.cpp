// Mistake: counts what users asked for, not the memory that is held.
// Verdict: failed
// Caught by: Ex4_5.HoldsWhatWasPutIntoIt
// Message: guards included
  // [exercise 4.5]
  blocks_.Add(record);
  held_bytes_ += record.bounds.payload_bytes;
  // [end 4.5]
