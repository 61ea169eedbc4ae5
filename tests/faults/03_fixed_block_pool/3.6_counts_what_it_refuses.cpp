// Mistake: counts an allocation before it knows whether there is a block.
// Verdict: failed
// Caught by: Ex3_6.AnExhaustedPoolSaysWhy
// Message: a failed allocation was counted
  // [exercise 3.6]
  CountOne(allocations);
  if (blocks.count() == 0 && !Refill(why)) return nullptr;
  return blocks.Pop();
  // [end 3.6]
