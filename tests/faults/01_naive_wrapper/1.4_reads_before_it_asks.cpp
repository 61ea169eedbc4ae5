// Mistake: reads the header to find out whether there is one; the memory there may not exist.
// Verdict: crashed
// Caught by: Ex1_4.BlockBytesDoesNotReadForeignMemory
// Message: SIGSEGV
// [exercise 1.4b]
  if (pointer.get() == nullptr) {
    return pointer.get_deleter() == &DeleteBlock ? std::optional<std::size_t>(0) : std::nullopt;
  }
  const void* context = pointer.get_context() != nullptr ? pointer.get_context() : pointer.get();
  const auto* header = static_cast<const BlockHeader*>(context) - 1;
  if (header->counters != &counters_) return std::nullopt;
  return header->payload_bytes;
// [end 1.4b]
