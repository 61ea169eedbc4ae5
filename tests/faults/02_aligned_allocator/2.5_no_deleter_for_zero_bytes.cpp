// Mistake: gives zero bytes no deleter, against the promise of raw_deleter.
// Verdict: failed
// Caught by: Ex2_5.ZeroBytesIsANullPointerWithItsDeleter
// Message: raw_deleter promises the same function
// [exercise 2.5c]
if (bytes == 0) return {nullptr, c10::Device(c10::DeviceType::CPU)};
void* const payload = AllocateAligned(bytes, alignment_);
if (payload == nullptr) ThrowOutOfMemory(bytes, alignment_);
AdviseHugePages(payload, bytes);
return {payload, payload, &Delete, c10::Device(c10::DeviceType::CPU)};
// [end 2.5c]
