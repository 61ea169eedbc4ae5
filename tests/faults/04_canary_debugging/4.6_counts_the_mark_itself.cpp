// Mistake: takes the block that was the last one before the mark along.
// Verdict: failed
// Caught by: Ex4_6_Collect.TakesWhatCameAfterOneMarkAndNotAfterAnother
// Message: a mark is the serial number
  // [exercise 4.6b]
  for (const BlockRecord* record = live.oldest(); record != nullptr; record = record->newer) {
    if (record->heap != heap || record->serial < after || record->serial > until) continue;
    ++report.blocks;
    report.payload_bytes += record->bounds.payload_bytes;
    AddToGroups(report.groups, *record);
  }
  // [end 4.6b]
