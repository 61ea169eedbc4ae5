// Mistake: sorts by the size of one block, not by what the group holds.
// Verdict: failed
// Caught by: Ex4_6_Collect.PutsTheMostBytesFirst
// Message: begins with the group that holds most bytes
  // [exercise 4.6c]
  std::stable_sort(report.groups.begin(), report.groups.end(),
                   [](const LeakGroup& a, const LeakGroup& b) {
                     return a.first.bounds.payload_bytes > b.first.bounds.payload_bytes;
                   });
  // [end 4.6c]
