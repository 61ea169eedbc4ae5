// Mistake: masks and reads before it knows that the memory may be read.
// Verdict: crashed
// Caught by: Ex3_3.KnowsNoSlabForMemoryOfOthers
// Message: Ex3_3.KnowsNoSlabForMemoryOfOthers
  // [exercise 3.3]
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  auto* const slab = reinterpret_cast<Slab*>(at & ~(kSlabBytes - 1));
  if (slab->owner.load(std::memory_order_acquire) == nullptr) return nullptr;
  return at < readable.begin || at >= readable.end ? nullptr : slab;
  // [end 3.3]
