// Mistake: ignores that a threshold set by hand stays where it is.
// Verdict: failed
// Caught by: Ex0_5.AMappedBlockFaultsAnewEachTime
// Message: each time 256 fresh pages
  // [exercise 0.5d]
  std::unordered_set<std::uint64_t> mapped;
  Heap heap;
  std::uint64_t faults = 0;
  for (const trace::Event& event : events) {
    const bool is_free = event.kind == trace::Kind::kFree;
    if (!is_free && event.bytes > rules.mmap_threshold) {
      mapped.insert(event.id);
      faults += PagesOf(event.bytes);
    } else if (!is_free) {
      faults += GrowHeap(heap, event.bytes);
    } else if (mapped.erase(event.id) == 0) {
      ShrinkHeap(heap, event.bytes, rules.trim_threshold);
    } else if (event.bytes > rules.mmap_threshold &&
               event.bytes <= rules.most_threshold) {
      rules.mmap_threshold = event.bytes;
      rules.trim_threshold = 2 * event.bytes;
    }
  }
  return faults;
  // [end 0.5d]
