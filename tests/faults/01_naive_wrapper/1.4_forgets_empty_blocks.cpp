// Mistake: an empty block has no header, yet it is read.
// Verdict: crashed
// Caught by: Ex1_4.BlockBytesOfAnEmptyBlockIsZero
// Message: SIGSEGV
// [exercise 1.4b]
  if (pointer.get_deleter() != &DeleteBlock) return std::nullopt;
  const BlockHeader* header = HeaderOf(pointer.get_context());
  if (header->counters != &counters_) return std::nullopt;
  return header->payload_bytes;
// [end 1.4b]
