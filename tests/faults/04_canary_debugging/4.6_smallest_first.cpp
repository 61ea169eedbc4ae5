// Mistake: sorts the wrong way round.
// Verdict: failed
// Caught by: Ex4_6_Collect.PutsTheMostBytesFirst
// Message: begins with the group that holds most bytes
  // [exercise 4.6c]
  std::stable_sort(
      report.groups.begin(), report.groups.end(),
      [](const LeakGroup& a, const LeakGroup& b) { return a.payload_bytes < b.payload_bytes; });
  // [end 4.6c]
