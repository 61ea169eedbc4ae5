// Mistake: fills both guards with one byte: a dump does not say which side it shows.
// Verdict: failed
// Caught by: Ex4_1.TellsTheTwoSidesApart
// Message: behind the payload
  // [exercise 4.1c]
  std::memset(block.original, kHeadByte, block.head_bytes());
  std::memset(block.tail(), kHeadByte, block.tail_bytes());
  // [end 4.1c]
