// Mistake: calls a double free by its name and forgets to say of which block.
// Verdict: failed
// Caught by: Ex4_2.ClaimsALiveBlockOnce
// Message: wants to know which block
  // [exercise 4.2c]
  BlockRecord* const found = Find(address);
  if (found == nullptr) return FreeVerdict::kForeign;
  if (found->state != BlockState::kLive) return FreeVerdict::kTwice;
  *record = found;
  found->state = BlockState::kFreed;
  live_.Remove(*found);
  return FreeVerdict::kGood;
  // [end 4.2c]
