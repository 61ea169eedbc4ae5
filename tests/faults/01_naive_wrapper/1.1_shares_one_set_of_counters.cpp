// Mistake: all allocators write the address of one static ByteCounters into their headers.
// Verdict: failed
// Caught by: Ex1_1.TheHeaderLeadsBackToItsAllocator
// Message: blocks of two allocators
// [exercise 1.1]
  static ByteCounters counters;
  auto* header = new (start) BlockHeader{n, &counters};
  void* payload = header + 1;
  return {payload, payload, &DeleteBlock, c10::DeviceType::CPU};
// [end 1.1]
