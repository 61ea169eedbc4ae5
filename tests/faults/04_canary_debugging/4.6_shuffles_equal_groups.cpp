// Mistake: uses a sort that does not keep the order of equals.
// Verdict: failed
// Caught by: Ex4_6_Collect.KeepsTheOrderOfManyEqualGroups
// Message: keep the order of equals
  // [exercise 4.6c]
  std::sort(report.groups.begin(), report.groups.end(), [](const LeakGroup& a, const LeakGroup& b) {
    return a.payload_bytes > b.payload_bytes;
  });
  // [end 4.6c]
