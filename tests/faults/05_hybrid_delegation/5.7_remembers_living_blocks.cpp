// Mistake: leaves living blocks in the table, although nobody keeps them any more.
// Verdict: failed
// Caught by: Ex5_7.ABlockFromBeforeTheSwitchIsNobodysOnAShelf
// Message: ordinary one of the upstream
  // [exercise 5.7b]
  enabled_ = enabled;
  if (!enabled) StopKeeping();
  // [end 5.7b]
