// Mistake: looks before the data pointer, which may point inside the block.
// Verdict: failed
// Caught by: Ex1_4.BlockBytesFollowsTheContextNotTheData
// Message: only the context is the payload's first byte
// [exercise 1.4b]
  if (pointer.get_deleter() != &DeleteBlock) return std::nullopt;
  if (pointer.get() == nullptr) return 0;
  const BlockHeader* header = HeaderOf(pointer.get());
  if (header->counters != &counters_) return std::nullopt;
  return header->payload_bytes;
// [end 1.4b]
