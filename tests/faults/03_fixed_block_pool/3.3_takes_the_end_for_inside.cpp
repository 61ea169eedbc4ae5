// Mistake: lets the first address behind the range pass.
// Verdict: failed
// Caught by: Ex3_3.TheRangeEndsBeforeItsEnd
// Message: belongs to the range no more
  // [exercise 3.3]
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at < readable.begin || at > readable.end) return nullptr;
  auto* const slab = reinterpret_cast<Slab*>(at & ~(kSlabBytes - 1));
  return slab->owner.load(std::memory_order_acquire) == nullptr ? nullptr : slab;
  // [end 3.3]
