// Mistake: a static function has no counters, so it keeps the first allocator's that it met.
// Verdict: failed
// Caught by: Ex1_7.EachAllocatorCountsItsOwnBlocks
// Message: expected 0 payload bytes
// [exercise 1.7b]
  const BlockHeader* header = HeaderOf(context);
  static ByteCounters* const counters = header->counters;
  counters->RecordFree(header->payload_bytes);
// [end 1.7b]
