// Mistake: computes the original instead of reading it: right only when no padding was needed.
// Verdict: failed
// Caught by: Ex2_3.FindsTheOriginalFromThePayloadAlone
// Message: original
// [exercise 2.3]
return const_cast<char*>(static_cast<const char*>(payload)) - kWordBytes;
// [end 2.3]
