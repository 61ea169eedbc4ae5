// Mistake: counts what malloc was asked for, on both ways.
// Verdict: failed
// Caught by: Ex1_7.HeadersAreNotCounted
// Message: the 16 bytes of header are not counted
// [exercise 1.7]
  counters_.RecordAllocation(kHeaderBytes + n);
// [end 1.7]
// [exercise 1.7b]
  const BlockHeader* header = HeaderOf(context);
  header->counters->RecordFree(kHeaderBytes + header->payload_bytes);
// [end 1.7b]
