// Mistake: returns a null block when there is no memory: PyTorch takes it for a valid one.
// Verdict: failed
// Caught by: Ex2_5.FailureIsPyTorchsOutOfMemoryErrorWithTheSize
// Message: nothing was thrown
// [exercise 2.5c]
void* const payload = bytes == 0 ? nullptr : AllocateAligned(bytes, alignment_);
if (payload != nullptr) AdviseHugePages(payload, bytes);
return {payload, payload, &Delete, c10::Device(c10::DeviceType::CPU)};
// [end 2.5c]
