// Mistake: marks a block freed and leaves it in the list of live ones.
// Verdict: failed
// Caught by: Ex4_2.ClaimsALiveBlockOnce
// Message: still in the list of live ones
  // [exercise 4.2c]
  *record = Find(address);
  if (*record == nullptr) return FreeVerdict::kForeign;
  if ((*record)->state != BlockState::kLive) return FreeVerdict::kTwice;
  (*record)->state = BlockState::kFreed;
  return FreeVerdict::kGood;
  // [end 4.2c]
