// Mistake: takes every readable slab for one that is in use.
// Verdict: failed
// Caught by: Ex3_3.AReleasedSlabBelongsToNobody
// Message: names no owner
  // [exercise 3.3]
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at < readable.begin || at >= readable.end) return nullptr;
  return reinterpret_cast<Slab*>(at & ~(kSlabBytes - 1));
  // [end 3.3]
