// Mistake: reads the word at the payload, not before it.
// Verdict: failed
// Caught by: Ex2_3.AFullPayloadLeavesTheWordAlone
// Message: after writing all
// [exercise 2.3]
void* original = nullptr;
std::memcpy(&original, payload, kWordBytes);
return original;
// [end 2.3]
