// Mistake: ends at the first block of another heap.
// Verdict: failed
// Caught by: Ex4_6_Collect.SkipsOtherHeaps
// Message: was counted, or what came
  // [exercise 4.6b]
  for (const BlockRecord* record = live.oldest(); record != nullptr; record = record->newer) {
    if (record->heap != heap) break;
    if (record->serial <= after || record->serial > until) continue;
    ++report.blocks;
    report.payload_bytes += record->bounds.payload_bytes;
    AddToGroups(report.groups, *record);
  }
  // [end 4.6b]
