// Mistake: closes the shelf of a cold class and forgets what lies on it.
// Verdict: failed
// Caught by: Ex5_5_core.AColdClassGivesItsIdleBlocksBack
// Message: must go upstream
  // [exercise 5.5d]
  ++demotions_;
  shelves_.Close(shelf);
  // [end 5.5d]
