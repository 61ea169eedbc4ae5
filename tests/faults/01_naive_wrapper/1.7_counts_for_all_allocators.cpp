// Mistake: a static function has no counters, so it keeps some for all allocators together.
// Verdict: failed
// Caught by: Ex1_7.EachAllocatorCountsItsOwnBlocks
// Message: expected: 0 payload bytes
// [exercise 1.7b]
  static ByteCounters all_allocators;
  all_allocators.RecordFree(HeaderOf(context)->payload_bytes);
// [end 1.7b]
