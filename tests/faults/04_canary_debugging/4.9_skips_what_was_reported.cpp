// Mistake: goes on to the next block when damage was reported before, and never closes what the
// check has opened. No test of 4.3 can see it: there nobody is told of marks yet.
// Verdict: failed
// Caught by: Ex4_9_Heap.ADamagedBlockIsClosedAgainAfterEveryCheck
// Message: left the guards of a live, damaged block open
  // [exercise 4.3c]
    if (record->reported) continue;
    const Damage damage = LookAt(*record);
    if (damage) {
      record->reported = true;
      findings.push_back(DamageFinding(*record, damage, "by a check on request"));
    }
  // [end 4.3c]
