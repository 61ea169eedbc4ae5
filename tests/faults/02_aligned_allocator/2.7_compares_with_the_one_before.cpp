// Mistake: drops a line only if it is the one read just before.
// Verdict: failed
// Caught by: Ex2_7.ALineThatIsReadAgainCountsOnce
// Message: elements of 4 B
// [exercise 2.7]
std::vector<std::uintptr_t> units;
ForEachElement(nest, [&](std::uintptr_t address) {
  const std::uintptr_t last = (address + nest.element_bytes - 1) / unit_bytes;
  for (std::uintptr_t unit = address / unit_bytes; unit <= last; ++unit) {
    if (units.empty() || units.back() != unit) units.push_back(unit);
  }
});
return units;
// [end 2.7]
