// Mistake: counts a line as often as it is read.
// Verdict: failed
// Caught by: Ex2_7.AStreamTouchesEachLineOnce
// Message: UnitsTouched
// [exercise 2.7]
std::vector<std::uintptr_t> units;
ForEachElement(nest, [&](std::uintptr_t address) { units.push_back(address / unit_bytes); });
return units;
// [end 2.7]
