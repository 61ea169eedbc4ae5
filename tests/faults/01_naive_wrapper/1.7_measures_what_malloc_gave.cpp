// Mistake: asks malloc how large the block became; it rounds up.
// Verdict: failed
// Caught by: Ex1_7.ThreadsAreCountedExactly
// Message: payload bytes live
// [exercise 1.7b]
  const BlockHeader* header = HeaderOf(context);
  header->counters->RecordFree((header->payload_bytes + 15) / 16 * 16);
// [end 1.7b]
