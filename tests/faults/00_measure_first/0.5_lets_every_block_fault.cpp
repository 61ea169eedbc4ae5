// Mistake: takes fresh pages for each block of the heap.
// Verdict: failed
// Caught by: Ex0_5.WhatIsHeldIsUsedAgain
// Message: 10,000 bytes are held
  // [exercise 0.5b]
  heap.live += bytes;
  heap.held = std::max(heap.held, heap.live);
  return PagesOf(bytes);
  // [end 0.5b]
