// Mistake: forgets living blocks first; then StopKeeping() takes what cut blocks added off live bytes that are 0.
// Verdict: failed
// Caught by: Ex5_7.PartsOfACutBlockOutliveTheSwitch
// Message: StopKeeping() first
  // [exercise 5.7b]
  enabled_ = enabled;
  if (enabled) return;
  shelves_.ForgetLive();
  StopKeeping();
  // [end 5.7b]
