// Mistake: puts block 0 right behind the state bytes, at any address.
// Verdict: failed
// Caught by: Ex3_1.BlockZeroLiesBehindHeaderAndStateBytesAtAMultipleOf64
// Message: rounded up
  // [exercise 3.1]
  return sizeof(Slab) + capacity;
  // [end 3.1]
