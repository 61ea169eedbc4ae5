// Mistake: empties the shelves and forgets living blocks whatever the flag says.
// Verdict: failed
// Caught by: Ex5_7.SwitchingOnWhatIsOnChangesNothing
// Message: the idle block must stay on its shelf
  // [exercise 5.7b]
  enabled_ = enabled;
  StopKeeping();
  shelves_.ForgetLive();
  // [end 5.7b]
