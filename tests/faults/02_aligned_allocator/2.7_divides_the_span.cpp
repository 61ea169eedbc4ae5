// Mistake: divides the span by the line size, as if every line in it were read.
// Verdict: failed
// Caught by: Ex2_7.AStrideBeyondALineSkipsLines
// Message: elements of 4 B from address 0, 3 x 200 B
// [exercise 2.7]
std::uintptr_t last = nest.base + nest.element_bytes - 1;
for (const Loop& loop : nest.loops) {
  if (loop.count == 0) return {};
  last += (loop.count - 1) * loop.stride_bytes;
}
std::vector<std::uintptr_t> units;
for (std::uintptr_t unit = nest.base / unit_bytes; unit <= last / unit_bytes; ++unit) {
  units.push_back(unit);
}
return units;
// [end 2.7]
