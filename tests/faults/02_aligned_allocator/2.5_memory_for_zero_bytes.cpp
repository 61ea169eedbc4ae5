// Mistake: hands out a block for zero bytes.
// Verdict: failed
// Caught by: Ex2_5.ZeroBytesIsANullPointerWithItsDeleter
// Message: block.get()
// [exercise 2.5c]
void* const payload = AllocateAligned(bytes, alignment_);
if (payload == nullptr) ThrowOutOfMemory(bytes, alignment_);
AdviseHugePages(payload, bytes);
return {payload, payload, &Delete, c10::Device(c10::DeviceType::CPU)};
// [end 2.5c]
