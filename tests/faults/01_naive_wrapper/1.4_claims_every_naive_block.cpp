// Mistake: takes the deleter for proof; another NaiveAllocator has the same one.
// Verdict: failed
// Caught by: Ex1_4.BlockBytesTellsTwoNaiveAllocatorsApart
// Message: the header names another allocator's counters
// [exercise 1.4b]
  if (pointer.get_deleter() != &DeleteBlock) return std::nullopt;
  if (pointer.get_context() == nullptr) return 0;
  return HeaderOf(pointer.get_context())->payload_bytes;
// [end 1.4b]
