// Mistake: asks for a block of 0 bytes.
// Verdict: failed
// Caught by: Ex5_7_adapter.ZeroBytesAskNobody
// Message: was routed
  // [exercise 5.7c]
  void* const data = core_.Allocate(n);
  if (data == nullptr && n > 0) ThrowOutOfMemory(n);
  return {data, data, deleter_, c10::Device(c10::DeviceType::CPU)};
  // [end 5.7c]
