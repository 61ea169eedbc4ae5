// Mistake: takes the byte after an element for its last one.
// Verdict: failed
// Caught by: Ex2_7.AnElementThatStraddlesABoundaryLiesInTwoLines
// Message: elements of 8 B from address 56
// [exercise 2.7]
std::vector<std::uintptr_t> units;
ForEachElement(nest, [&](std::uintptr_t address) {
  const std::uintptr_t last = (address + nest.element_bytes) / unit_bytes;
  for (std::uintptr_t unit = address / unit_bytes; unit <= last; ++unit) units.push_back(unit);
});
return SortedOnce(std::move(units));
// [end 2.7]
