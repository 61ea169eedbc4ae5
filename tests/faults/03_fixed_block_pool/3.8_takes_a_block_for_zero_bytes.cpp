// Mistake: spends a block on an empty tensor.
// Verdict: failed
// Caught by: Ex3_8.ZeroBytesTakeNoBlock
// Message: empty.get()
  // [exercise 3.8]
  void* const data = n > block_bytes() ? AllocateUpstream(n) : AllocateFromPool(n);
  return {data, data, deleter_, c10::Device(c10::DeviceType::CPU)};
  // [end 3.8]
