// Mistake: says kForeign and leaves what stood in *record before.
// Verdict: failed
// Caught by: Ex4_2.CallsTheRestForeign
// Message: sets *record to what Find() says
  // [exercise 4.2c]
  BlockRecord* const found = Find(address);
  if (found == nullptr) return FreeVerdict::kForeign;
  *record = found;
  if (found->state != BlockState::kLive) return FreeVerdict::kTwice;
  found->state = BlockState::kFreed;
  live_.Remove(*found);
  return FreeVerdict::kGood;
  // [end 4.2c]
