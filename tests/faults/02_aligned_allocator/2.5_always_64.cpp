// Mistake: ignores the alignment it was made with.
// Verdict: failed
// Caught by: Ex2_5.KeepsTheAlignmentForEverySizeFrom1To4096
// Message: alignment 256
// [exercise 2.5c]
void* payload = nullptr;
if (bytes != 0) {
  payload = AllocateAligned(bytes, kCpuAlignment);
  if (payload == nullptr) ThrowOutOfMemory(bytes, alignment_);
  AdviseHugePages(payload, bytes);
}
return {payload, payload, &Delete, c10::Device(c10::DeviceType::CPU)};
// [end 2.5c]
