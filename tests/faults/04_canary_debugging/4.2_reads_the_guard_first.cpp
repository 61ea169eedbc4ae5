// Mistake: reads in front of the pointer to see whether there is a guard.
// Verdict: crashed
// Caught by: Ex4_2.CallsTheRestForeign
// Message: SIGSEGV
  // [exercise 4.2c]
  *record = Find(address);
  if (*record == nullptr) {
    const volatile auto* const bytes = static_cast<const unsigned char*>(address);
    if (bytes != nullptr && bytes[-1] == kHeadByte) return FreeVerdict::kTwice;
    return FreeVerdict::kForeign;
  }
  if ((*record)->state != BlockState::kLive) return FreeVerdict::kTwice;
  (*record)->state = BlockState::kFreed;
  live_.Remove(**record);
  return FreeVerdict::kGood;
  // [end 4.2c]
