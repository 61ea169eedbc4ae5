// Mistake: counts the pages of what was added, not of what is held: two halves of a page make two.
// Verdict: failed
// Caught by: Ex0_5.TheHeapFaultsWhereItGrows
// Message: these lie in it too
  // [exercise 0.5b]
  const std::uint64_t before = heap.held;
  heap.live += bytes;
  heap.held = std::max(heap.held, heap.live);
  return PagesOf(heap.held - before);
  // [end 0.5b]
