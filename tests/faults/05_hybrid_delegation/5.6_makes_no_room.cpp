// Mistake: asks for a new block without making room for it.
// Verdict: failed
// Caught by: Ex5_6.RoomIsMadeBeforeANewBlockComes
// Message: had to go first
  // [exercise 5.6d]
  static_cast<void>(bytes);
  // [end 5.6d]
