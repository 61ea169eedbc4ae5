// Mistake: lets the shelves use the whole limit, whatever the pools hold.
// Verdict: failed
// Caught by: Ex5_4_limit.IsThePeakAndAnEighthButAtLeastTheFloor
// Message: held elsewhere
  // [exercise 5.4d]
  static_cast<void>(elsewhere);
  return std::max(floor_bytes, needed + needed / kSparePart);
  // [end 5.4d]
