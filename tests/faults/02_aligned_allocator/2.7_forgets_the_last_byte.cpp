// Mistake: looks at the first byte of each element only.
// Verdict: failed
// Caught by: Ex2_7.AnElementThatStraddlesABoundaryLiesInTwoLines
// Message: elements of 8 B from address 60
// [exercise 2.7]
std::vector<std::uintptr_t> units;
ForEachElement(nest, [&](std::uintptr_t address) { units.push_back(address / unit_bytes); });
return SortedOnce(std::move(units));
// [end 2.7]
