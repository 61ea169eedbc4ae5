// Mistake: compares with >= where a request of exactly one block fits.
// Verdict: failed
// Caught by: Ex3_8.ServesWhatFitsFromThePool
// Message: fit in a block of 4096
  // [exercise 3.8]
  void* data = nullptr;
  if (n >= block_bytes()) {
    data = AllocateUpstream(n);
  } else if (n > 0) {
    data = AllocateFromPool(n);
  }
  return {data, data, deleter_, c10::Device(c10::DeviceType::CPU)};
  // [end 3.8]
