// Mistake: passes the original as the context, so the raw interface has no way back.
// Verdict: failed
// Caught by: Ex2_5.ContextIsThePayloadAndTheDeleterIsTheOneItNames
// Message: raw_deallocate gets the data pointer only
// [exercise 2.5c]
void* payload = nullptr;
void* original = nullptr;
if (bytes != 0) {
  payload = AllocateAligned(bytes, alignment_);
  if (payload == nullptr) ThrowOutOfMemory(bytes, alignment_);
  AdviseHugePages(payload, bytes);
  original = OriginalOf(payload);
}
return {payload, original, &std::free, c10::Device(c10::DeviceType::CPU)};
// [end 2.5c]
