// Mistake: returns the upstream's DataPtr with the upstream's deleter: two deleters, against the promise of raw_deleter().
// Verdict: failed
// Caught by: Ex3_8.SendsLargerRequestsUpstreamAndBack
// Message: one deleter serves both kinds
  // [exercise 3.8]
  if (n > block_bytes()) return upstream_->allocate(n);
  void* const data = n > 0 ? AllocateFromPool(n) : nullptr;
  return {data, data, deleter_, c10::Device(c10::DeviceType::CPU)};
  // [end 3.8]
