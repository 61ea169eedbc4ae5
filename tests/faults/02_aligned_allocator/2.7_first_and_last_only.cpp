// Mistake: forgets the lines in the middle of a large element.
// Verdict: failed
// Caught by: Ex2_7.AnElementLargerThanALineLiesInAllItsLines
// Message: elements of 300 B
// [exercise 2.7]
std::vector<std::uintptr_t> units;
ForEachElement(nest, [&](std::uintptr_t address) {
  units.push_back(address / unit_bytes);
  units.push_back((address + nest.element_bytes - 1) / unit_bytes);
});
return SortedOnce(std::move(units));
// [end 2.7]
