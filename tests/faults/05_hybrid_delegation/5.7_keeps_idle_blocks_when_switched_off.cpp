// Mistake: only raises a flag: what lies on the shelves stays there.
// Verdict: failed
// Caught by: Ex5_7.SwitchedOffEverythingGoesUpstream
// Message: idle blocks must go back
  // [exercise 5.7b]
  enabled_ = enabled;
  if (!enabled) shelves_.ForgetLive();
  // [end 5.7b]
